import type { Language } from './languages.ts'
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
