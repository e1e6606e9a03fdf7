import * as z from 'zod'
import { emailAddressWith, normaliseEmail } from './email-address.ts'
import { TRIAL_CONTACTS } from './limits.ts'
import { contactTexts } from './texts/contacts.ts'

export const contactTypes = ['email', 'phone'] as const

/** An optional plus, a nonzero digit, then 1 to 14 more: E.164 in shape. */
export const PHONE_PATTERN = /^\+?[1-9][0-9]{1,14}$/

export const contactEmail = emailAddressWith(contactTexts.invalidEmail)

export const phoneNumber = z.string(contactTexts.invalidPhone).trim().regex(PHONE_PATTERN, contactTexts.invalidPhone)

export const addContactForm = z.object({ email: contactEmail })

/** Two spellings of one address are one contact. */
export function isInContactList(email: string, contacts: readonly { contact_value: string }[]): boolean {
  const wanted = normaliseEmail(email)
  return wanted !== null && contacts.some((contact) => normaliseEmail(contact.contact_value) === wanted)
}

/** At the limit the add button is disabled; the database holds the limit itself. */
export function isAtContactLimit(person: { trial: boolean }, count: number): boolean {
  return person.trial && count >= TRIAL_CONTACTS
}
