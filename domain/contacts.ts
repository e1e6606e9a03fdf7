import * as z from 'zod'
import { emailAddressWith, normaliseEmail } from './email-address.ts'
import { TRIAL_CONTACTS } from './limits.ts'
import { contactTexts } from './texts/contacts.ts'

/** The shape of E.164: an optional plus, a nonzero digit, then 1 to 14 more. */
export const PHONE_PATTERN = /^\+?[1-9][0-9]{1,14}$/

export const contactEmail = emailAddressWith(contactTexts.invalidEmail)

export const phoneNumber = z.string(contactTexts.invalidPhone).trim().regex(PHONE_PATTERN, contactTexts.invalidPhone)

export const addContactForm = z.object({ email: contactEmail })

/** Compares normalised addresses: two spellings of one address are one contact. */
export function isInContactList(email: string, contacts: readonly { contact_value: string }[]): boolean {
  const wanted = normaliseEmail(email)
  return wanted !== null && contacts.some((contact) => normaliseEmail(contact.contact_value) === wanted)
}

/** Disables the add button; the database enforces the limit. */
export function isAtContactLimit(calendar: { trial: boolean }, count: number): boolean {
  return calendar.trial && count >= TRIAL_CONTACTS
}
