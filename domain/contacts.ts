import * as z from 'zod'
import { emailAddressWith } from './email-address.ts'
import { CONTACT_NAME_MAX, CONTACT_TAGS_MAX, TAG_MAX } from './limits.ts'
import { optionalText, requiredText } from './text-rules.ts'
import { contactTexts } from './texts/contacts.ts'

/** The shape of E.164: an optional plus, a nonzero digit, then 1 to 14 more. */
export const PHONE_PATTERN = /^\+?[1-9][0-9]{1,14}$/

export const contactEmail = emailAddressWith(contactTexts.invalidEmail)

/** Takes away what people write between the digits: "(512) 476-1234" and "512.476.1234" are 5124761234. */
export function barePhone(text: string): string {
  return text.replaceAll(/[\s().\u2010-\u2015-]/g, '')
}

export const phoneNumber = z
  .string(contactTexts.invalidPhone)
  .transform(barePhone)
  .pipe(z.string().regex(PHONE_PATTERN, contactTexts.invalidPhone))

/** Whether a number may be one that we text, by its shape: North American, neither premium nor toll free. The server looks closer (phones.ts). */
export function mayBeTexted(text: string): boolean {
  return /^(?:\+?1)?(?!900|8(?:00|33|44|55|66|77|88))[2-9]\d{9}$/.test(barePhone(text))
}

/** What admins call a recipient. Nobody else sees it. */
const contactName = optionalText({ max: CONTACT_NAME_MAX, label: contactTexts.name })

export const addContactForm = z.object({ email: contactEmail, name: contactName })

/** Tags as they are typed, with commas between them. */
const typedTags = z
  .string()
  .transform((text) =>
    [...new Set(text.split(',').map((tag) => tag.trim().replaceAll(/\s+/g, ' ')))].filter(Boolean).sort(),
  )
  .pipe(
    z
      .array(requiredText({ max: TAG_MAX, label: contactTexts.tag, required: contactTexts.tagRequired }))
      .max(CONTACT_TAGS_MAX, contactTexts.tooManyTags(CONTACT_TAGS_MAX)),
  )

export const editContactForm = z.object({ name: contactName, tags: typedTags })
export const tagContactsForm = z.object({ tags: typedTags.refine((tags) => tags.length > 0, contactTexts.tagRequired) })
