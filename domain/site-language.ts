import type { Language } from './languages.ts'

/** The language that these pages are built in. Whoever writes to people asks what they chose instead. */
export const siteLanguage: Language = 'en'
