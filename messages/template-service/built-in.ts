import { agenda } from '../templates/day-of/agenda.ts'
import { dayOf } from '../templates/day-of/day-of.ts'
import { letter } from '../templates/day-of/letter.ts'
import { compileTemplate, type Render } from './compile.ts'

/** What new calendars have, and what is used when a calendar has none or its own cannot be had. */
export const DEFAULT_TEMPLATE = dayOf.id

const templates = [dayOf, agenda, letter]
const compiled = new Map<string, Render>()

export function builtInTemplate(id: string): Render | null {
  const template = templates.find((one) => one.id === id)
  if (!template) return null
  const before = compiled.get(id)
  if (before) return before
  const render = compileTemplate(template)
  compiled.set(id, render)
  return render
}
