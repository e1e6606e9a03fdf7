import type { Language } from '#domain/languages.ts'

/** The headers of a mail that no person wrote: auto-replies should not answer it. English mails carry no Content-Language. */
export function automaticHeaders(language: Language): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(language === 'en' ? {} : { 'Content-Language': language }),
  }
}
