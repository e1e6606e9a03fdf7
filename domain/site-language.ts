import type { Language } from './languages.ts'

/** The language of this build of the pages. Mails use the language that their recipient chose. */
export const siteLanguage: Language = 'en'
