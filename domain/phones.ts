import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { PHONE_PATTERN } from './contacts.ts'

// Apart from contacts.ts: only the server and the worker need to know numbers of the world, the browser only their shape.

/** Where texts are sent: the United States with its territories, and Canada. Elsewhere in +1 they cost like abroad. */
export const SMS_COUNTRIES: readonly string[] = ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'CA']

/** The form in which numbers are stored and compared, +15125550123, or null when nobody could be reached there. */
export function normalisePhone(text: string): string | null {
  return parse(text)?.number ?? null
}

/** Whether we send texts there. Premium numbers (1-900) and numbers abroad are refused. */
export function isTextable(text: string): boolean {
  const number = parse(text)
  if (!number?.country || !SMS_COUNTRIES.includes(number.country)) return false
  return !PREMIUM_OR_SERVICE.test(number.nationalNumber)
}

/** Premium rate (900), toll free (8xx): nobody's mobile. */
const PREMIUM_OR_SERVICE = /^(?:900|8(?:00|33|44|55|66|77|88))/

/** Written without a plus, a number is American if it can be, otherwise its country code comes first. */
function parse(text: string) {
  const trimmed = text.trim()
  if (!PHONE_PATTERN.test(trimmed)) return undefined
  const readings = trimmed.startsWith('+') ? [trimmed] : [trimmed, `+${trimmed}`]
  return readings.map((reading) => parsePhoneNumberFromString(reading, 'US')).find((number) => number?.isPossible())
}
