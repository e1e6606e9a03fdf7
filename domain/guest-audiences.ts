/** To whom of an event's guests an organizer can write; stored, and compared with the check of the database by a test. */
export const guestAudiences = ['going', 'maybe', 'waiting', 'helping'] as const
export type GuestAudience = (typeof guestAudiences)[number]
