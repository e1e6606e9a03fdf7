import type { Language } from '#domain/languages.ts'
import { mailDesigns } from '#domain/mail-designs.ts'
import { inEachLanguage } from '../in-each-language.ts'
import { agenda } from '../templates/day-of/agenda.ts'
import { dayOf } from '../templates/day-of/day-of.ts'
import { letter } from '../templates/day-of/letter.ts'
import { compileTemplate, type Render } from './compile.ts'

/** The template of new calendars, also used when a calendar's own is missing or cannot be loaded. */
export const [DEFAULT_TEMPLATE] = mailDesigns

const templates = inEachLanguage((language) => [dayOf(language), agenda(language), letter(language)])
const compiled = new Map<string, Render>()

export function builtInTemplate(id: string, language: Language = 'en'): Render | null {
  const template = templates[language].find((one) => one.id === id)
  if (!template) return null
  const key = `${language} ${id}`
  const cached = compiled.get(key)
  if (cached) return cached
  const render = compileTemplate(template)
  compiled.set(key, render)
  return render
}
