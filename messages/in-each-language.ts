import type { Language } from '#domain/languages.ts'

/** Makes something once per language, so that templates are not compiled again for each mail. */
export function inEachLanguage<Made>(make: (language: Language) => Made): Record<Language, Made> {
  return { en: make('en'), es: make('es') }
}
