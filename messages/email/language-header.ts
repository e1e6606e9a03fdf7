import type { Language } from '#domain/languages.ts'

/** What is in English says nothing of it, as most mails do. */
export function languageHeader(language: Language): Record<string, string> {
  return language === 'en' ? {} : { 'Content-Language': language }
}
