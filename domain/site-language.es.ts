import type { Language } from './languages.ts'

export const siteLanguage: Language = 'es'
