// What a phone number looks like, without zod: screens show whether one may be texted.

/** The shape of E.164: an optional plus, a nonzero digit, then 1 to 14 more. */
export const PHONE_PATTERN = /^\+?[1-9][0-9]{1,14}$/

/** Takes away what people write between the digits: "(512) 476-1234" and "512.476.1234" are 5124761234. */
export function barePhone(text: string): string {
  return text.replaceAll(/[\s().\u2010-\u2015-]/g, '')
}

/** Whether a number may be one that we text, by its shape: North American, neither premium nor toll free. The server looks closer (phones.ts). */
export function mayBeTexted(text: string): boolean {
  return /^(?:\+?1)?(?!900|8(?:00|33|44|55|66|77|88))[2-9]\d{9}$/.test(barePhone(text))
}
