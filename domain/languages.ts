/** The languages of our texts. What users write is not translated. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

/** Returns the locale that formats days and times. */
export function localeOf(language: Language): string {
  return locales[language]
}
