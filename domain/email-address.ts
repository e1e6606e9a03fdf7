import * as z from 'zod'
import { lengthOf } from './characters.ts'
import { EMAIL_LOCAL_PART_MAX, EMAIL_MAX } from './limits.ts'
import { parseUrl } from './older-browsers.ts'
import { INVALID_EMAIL } from './texts/email.ts'

/** Parses to the trimmed, lower-case address with an ASCII domain. */
export const emailAddress = emailAddressWith()

export function emailAddressWith(error: string = INVALID_EMAIL, max: number = EMAIL_MAX) {
  return z.string(error).transform((text, context) => {
    const address = normaliseEmail(text, max)
    if (address !== null) return address
    context.addIssue({ code: 'custom', message: error, input: text })
    return z.NEVER
  })
}

/** Returns the form in which addresses are stored and compared, or null if mail cannot be sent there. */
export function normaliseEmail(text: string, max: number = EMAIL_MAX): string | null {
  const address = text.trim().toLowerCase()
  // Checked first, so that a long text costs nothing; code points are only counted where the text may be too long.
  if (address.length > max && lengthOf(address) > max) return null
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  if (local.length > EMAIL_LOCAL_PART_MAX || !LOCAL_PART.test(local)) return null
  const domain = asciiDomain(address.slice(at + 1))
  if (domain === null) return null
  const normalised = `${local}@${domain}`
  return normalised.length <= max ? normalised : null
}

/**
 * Returns the mailbox behind an address, to count mails to one person: tags after a plus share a mailbox, and Gmail ignores
 * dots. Takes a normalised address; never send to the result.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')
  const name = address.slice(0, at).replace(/(?!^)\+.*$/, '')
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`
}

/** Accepts dot-atoms only: too many carriers refuse quoted local parts and SMTPUTF8. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Returns the domain in the form in which addresses have it, or null if it is none. */
export function emailDomain(text: string): string | null {
  return asciiDomain(text.toLowerCase())
}

function asciiDomain(domain: string): string | null {
  if (DOMAIN.test(domain)) return domain
  // The URL parser knows IDNA, but also ports, paths and escapes: only letters, digits, hyphens and dots reach it.
  if (!/^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u.test(domain)) return null
  const ascii = parseUrl(`http://${domain}`)?.hostname ?? ''
  return DOMAIN.test(ascii) ? ascii : null
}
