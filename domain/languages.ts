/** Those that there are texts in. What groups write themselves stays as they wrote it. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

/** How days and hours are written. */
export function localeOf(language: Language): string {
  return locales[language]
}
