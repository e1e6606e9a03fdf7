import type { Language } from '#domain/languages.ts'

/** Made once, before anybody is written to: what is compiled is not compiled again for each mail. */
export function inEachLanguage<Made>(make: (language: Language) => Made): Record<Language, Made> {
  return { en: make('en'), es: make('es') }
}
