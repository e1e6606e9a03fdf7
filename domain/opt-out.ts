import * as z from 'zod'
import { emailAddressWith } from './email-address.ts'
import { OPT_OUT_EMAIL_MAX } from './limits.ts'
import { optOutChannels } from './opt-out-choices.ts'
import { optOutTexts } from './texts/opt-out.ts'
import { preferenceTexts } from './texts/preferences.ts'

export const optOutForm = z.object({
  email: emailAddressWith(optOutTexts.invalidEmail, OPT_OUT_EMAIL_MAX),
  // guid accepts any version that the database stores; uuid only those with RFC 9562's bits.
  calendarId: z.guid(optOutTexts.invalidCalendar),
  channels: z
    .array(z.enum(optOutChannels, optOutTexts.noChannel), optOutTexts.noChannel)
    .min(1, optOutTexts.noChannel)
    .optional(),
})

/** For somebody without a mail: an address or a number, which the server reads. */
export const optOutLinkForm = z.object({
  address: z.string(optOutTexts.invalidAddress).max(OPT_OUT_EMAIL_MAX, optOutTexts.invalidAddress),
})

/** What a link in a mail holds; long enough for the longest address. */
export const optOutToken = z
  .string(preferenceTexts.invalidLink)
  .min(1, preferenceTexts.invalidLink)
  .max(600, preferenceTexts.invalidLink)

export type OptOutForm = z.infer<typeof optOutForm>
