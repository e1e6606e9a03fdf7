import { addDays, daysBetween } from '../../../domain/dates.ts'
import type { EventDraft } from '../../../domain/events.ts'

/** Takes the fields of the form from a stored draft; null when it holds nothing new. */
export function keptDraft(stored: unknown, opened: EventDraft): EventDraft | null {
  if (typeof stored !== 'object' || stored === null) return null
  const fields = Object.entries(stored).filter(([name]) => name in opened)
  const kept = { ...opened, ...Object.fromEntries(fields) } as EventDraft
  return isOther(kept, opened) ? kept : null
}

/** A new event is added to the day that the person has chosen now. */
export function keptNewDraft(stored: unknown, opened: EventDraft): EventDraft | null {
  const kept = keptDraft(stored, opened)
  if (!kept) return null
  const moved = { ...kept, day: opened.day, endDay: addDays(opened.day, daysBetween(kept.day, kept.endDay)) }
  return isOther(moved, opened) ? moved : null
}

/** Compares what a person sees: an empty field is the same as none, and fields hold numbers as text. */
export function isOther(draft: EventDraft, opened: EventDraft): boolean {
  return words(draft) !== words(opened)
}

function words(draft: EventDraft): string {
  const fields = Object.entries(draft).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(fields, (_name, value) => {
    if (value === null || value === undefined) return ''
    return typeof value === 'number' ? String(value) : value
  })
}
