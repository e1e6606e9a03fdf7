import * as z from 'zod'
import { emailAddress } from './email-address.ts'
import { SUPPORT_MESSAGE_MAX, SUPPORT_NAME_MAX, SUPPORT_SUBJECT_MAX } from './limits.ts'
import { requiredText } from './text-rules.ts'
import { supportTexts } from './texts/support.ts'

/** The Contact Us form. Names and subject are one line each: they become mail headers. */
export const supportForm = z.object({
  firstName: requiredText({
    max: SUPPORT_NAME_MAX,
    label: supportTexts.firstName,
    required: supportTexts.firstNameRequired,
  }),
  lastName: requiredText({
    max: SUPPORT_NAME_MAX,
    label: supportTexts.lastName,
    required: supportTexts.lastNameRequired,
  }),
  email: emailAddress,
  subject: requiredText({
    max: SUPPORT_SUBJECT_MAX,
    label: supportTexts.subject,
    required: supportTexts.subjectRequired,
  }),
  message: requiredText({
    max: SUPPORT_MESSAGE_MAX,
    label: supportTexts.message,
    required: supportTexts.messageRequired,
    severalLines: true,
  }),
})

export type SupportForm = z.infer<typeof supportForm>
