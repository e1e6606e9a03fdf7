import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { barePhone, mayBeTexted, PHONE_PATTERN } from './phone-shape.ts'

// Stands apart from contacts.ts: only the server and the worker need the large library; browsers check the shape alone.

/** The countries we send texts to: the United States with its territories, and Canada. Others in +1 have foreign prices. */
export const SMS_COUNTRIES: readonly string[] = ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'CA']

/** Returns the form in which numbers are stored and compared, +15125550123, or null for an impossible number. */
export function normalisePhone(text: string): string | null {
  return parse(text)?.number ?? null
}

/** Returns whether we send texts there; refuses premium numbers (1-900) and foreign ones. */
export function isTextable(text: string): boolean {
  const number = parse(text)
  return number?.country !== undefined && SMS_COUNTRIES.includes(number.country) && mayBeTexted(number.number)
}

/** Reads a number without a plus as American if possible, otherwise as one that starts with its country code. */
function parse(text: string) {
  const bare = barePhone(text)
  if (!PHONE_PATTERN.test(bare)) return undefined
  const readings = bare.startsWith('+') ? [bare] : [bare, `+${bare}`]
  return readings.map((reading) => parsePhoneNumberFromString(reading, 'US')).find((number) => number?.isPossible())
}
