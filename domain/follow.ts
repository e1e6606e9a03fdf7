import * as z from 'zod'
import { phoneNumber } from './contacts.ts'
import { emailAddressWith } from './email-address.ts'
import { followTexts } from './texts/follow.ts'

const email = emailAddressWith(followTexts.invalidEmail.body)

/** Asks for texts. */
export const textingForm = z.object({
  phone: phoneNumber,
  consent: z.literal(true, followTexts.consentRequired.body),
})

/** A phone number and consent belong only to the preference that needs them; otherwise they are dropped. */
export const followForm = z.discriminatedUnion('preference', [
  z.object({ preference: z.literal('email'), email }),
  z.object({ preference: z.literal('both'), email, ...textingForm.shape }),
])
