import { NEW_EVENT } from '#web/features/calendars/new-event-form.ts'
import type { Day } from '../../../domain/dates.ts'
import { type CalendarView, dayOfView, parseViewQuery, stepFrom, viewHref } from '../../../domain/views.ts'
import { keyTexts } from './key-texts.ts'

export type KeyAct = 'new' | 'alert' | 'today' | CalendarView | 'next' | 'previous' | 'search' | 'edit' | 'help'

/** All single keys: what acts on them and what the help sheet says. */
export const keyTable: readonly { key: string; act: KeyAct; words: string }[] = [
  { key: 'n', act: 'new', words: keyTexts.newEvent },
  { key: '!', act: 'alert', words: keyTexts.newAlert },
  { key: 't', act: 'today', words: keyTexts.today },
  { key: 'm', act: 'month', words: keyTexts.month },
  { key: 'w', act: 'week', words: keyTexts.week },
  { key: 'a', act: 'agenda', words: keyTexts.agenda },
  { key: 'd', act: 'day', words: keyTexts.day },
  { key: 'j', act: 'next', words: keyTexts.next },
  { key: 'k', act: 'previous', words: keyTexts.previous },
  { key: '/', act: 'search', words: keyTexts.search },
  { key: 'e', act: 'edit', words: keyTexts.edit },
  { key: '?', act: 'help', words: keyTexts.help },
]

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Returns what a key press does; null for one with a modifier, which belongs to the browser. */
export function actOf({ key, ctrlKey, metaKey, altKey }: Pressed): KeyAct | null {
  if (ctrlKey || metaKey || altKey) return null
  return keyTable.find((row) => row.key === key.toLowerCase())?.act ?? null
}

/** Tells whether a press opens the palette. */
export function opensPalette({ key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
}

/** Returns the query of the calendar that an act leads to; null for acts that lead nowhere. */
export function queryOf(act: KeyAct, search: URLSearchParams, today: Day): string | null {
  const viewQuery = parseViewQuery(search)
  const onDay = (date: Day) => viewHref({ ...viewQuery, month: null, date: date === today ? null : date })
  switch (act) {
    case 'new': {
      const query = new URLSearchParams(search)
      query.set(NEW_EVENT, '1')
      return `?${query}`
    }
    case 'today':
      return onDay(today)
    case 'next':
    case 'previous': {
      const day = stepFrom(viewQuery.view, dayOfView(viewQuery, today), act === 'next' ? 1 : -1)
      return day && onDay(day)
    }
    case 'alert':
    case 'search':
    case 'edit':
    case 'help':
      return null
    default:
      return viewHref({ ...viewQuery, view: act })
  }
}
