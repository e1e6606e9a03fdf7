import * as z from 'zod'
import { emailAddressWith } from './email-address.ts'
import { CONTACT_NAME_MAX, CONTACT_TAGS_MAX, TAG_MAX } from './limits.ts'
import { barePhone, PHONE_PATTERN } from './phone-shape.ts'
import { optionalText, requiredText } from './text-rules.ts'
import { contactTexts } from './texts/contacts.ts'

export const contactEmail = emailAddressWith(contactTexts.invalidEmail)

export const phoneNumber = z
  .string(contactTexts.invalidPhone)
  .transform(barePhone)
  .pipe(z.string().regex(PHONE_PATTERN, contactTexts.invalidPhone))

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
