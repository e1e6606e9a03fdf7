/** Streams that may be open at a time. A school sits behind one address; a person has a few tabs and programs. */
export const STREAM_LIMITS = { perNetwork: 200, perPerson: 40 }
