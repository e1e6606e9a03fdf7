import { addDays, type Day, type Time } from '../../../domain/dates.ts'
import type { EventDraft } from '../../../domain/events.ts'
import { choiceOfRule, noRepeat } from '../../../domain/recurrence/choice.ts'
import type { SentenceEvent } from '../../../domain/sentences/read-sentence.ts'

// Puts what a sentence says into the form. `domain/sentences/` reads it, and is loaded with the first letter.

export type Doubt = keyof SentenceEvent['instead']

/** Takes what may be meant instead; a second time takes it back. */
export function swap(read: SentenceEvent, doubt: Doubt): SentenceEvent {
  const { startTime = '', endTime = '', day = '', repeat, instead } = read
  switch (doubt) {
    case 'hour':
      return instead.hour ? { ...read, ...instead.hour, instead: { ...instead, hour: { startTime, endTime } } } : read
    case 'day':
      return instead.day ? { ...read, day: instead.day, instead: { ...instead, day } } : read
    case 'repeat':
      return instead.repeat && repeat ? { ...read, repeat: instead.repeat, instead: { ...instead, repeat } } : read
  }
}

/** Fills a form with what a sentence says; the rest stays. */
export function fillDraft(draft: EventDraft, read: SentenceEvent): EventDraft {
  const day = read.day ?? draft.day
  return {
    ...draft,
    title: read.title,
    day,
    ...timesOf(read, day),
    category: read.isCategoryGuessed && draft.category ? draft.category : read.category,
    ...(read.place ? { location_name: read.place } : {}),
    repeat: read.repeat ? choiceOfRule(read.repeat, day) : noRepeat(day),
  }
}

function timesOf({ allDay, lastDay, startTime, endTime }: SentenceEvent, day: Day) {
  if (allDay) return { allDay, endDay: lastDay ?? day }
  if (!startTime || !endTime) return { endDay: day }
  return { allDay: false, startTime, endDay: endDayOf(day, startTime, endTime), endTime }
}

/** "8pm-2am" ends on the next day. */
const endDayOf = (day: Day, start: Time, end: Time) => (end > start ? day : addDays(day, 1))
