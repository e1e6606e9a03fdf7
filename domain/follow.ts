import * as z from 'zod'
import { phoneNumber } from './contacts.ts'
import { emailAddressWith } from './email-address.ts'
import type { Language } from './languages.ts'
import { followTexts } from './texts/follow.ts'
import { smsConsentText } from './texts/sms-consent.ts'

export const contactPreferences = ['email', 'both'] as const
export type ContactPreference = (typeof contactPreferences)[number]

const CONSENT_VERSION = '2025-11-01'

/** The consent that a follower gives. Its version is stored: raise it with every change of the text. */
export const smsConsent = {
  /** Includes the language in which the text was shown. */
  version: (language: Language) => (language === 'en' ? CONSENT_VERSION : `${CONSENT_VERSION} ${language}`),
  text: smsConsentText,
} as const

const email = emailAddressWith(followTexts.invalidEmail.body)

/** A phone number and consent belong only to the preference that needs them; otherwise they are dropped. */
export const followForm = z.discriminatedUnion('preference', [
  z.object({ preference: z.literal('email'), email }),
  z.object({
    preference: z.literal('both'),
    email,
    phone: phoneNumber,
    consent: z.literal(true, followTexts.consentRequired.body),
  }),
])
