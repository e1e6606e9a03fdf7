import type { EventTimes } from '#domain/event-times.ts'
import { type EventDraft, type EventForm, eventForm, rruleOfForm, timesOfForm, wordColumns } from '#domain/events.ts'

// What was changed in the form of an event, compared with how it opened: only that is asked for, so that an edit of all
// dates takes nothing along that belongs to one of them.

type Words = ReturnType<typeof wordColumns>

export interface EventEdit {
  fields: Partial<Words>
  times: EventTimes | undefined
  /** Null: it shall not repeat any more. Undefined: as before. */
  rrule: string | null | undefined
}

export function editOf(form: EventForm, opened: EventDraft): EventEdit {
  const before = eventForm.safeParse(opened).data
  if (!before) return { fields: wordColumns(form), times: timesOfForm(form), rrule: undefined }
  const [was, is] = [wordColumns(before), wordColumns(form)]
  const isOther = (name: keyof Words) => was[name] !== is[name]
  // A picture and its words go together: a series may have neither.
  const isOtherImage = isOther('image') || isOther('image_alt')
  const names = (Object.keys(is) as (keyof Words)[]).filter(
    (name) => isOther(name) || (isOtherImage && (name === 'image' || name === 'image_alt')),
  )
  const times = timesOfForm(form)
  const rrule = rruleOfForm(form)
  return {
    fields: Object.fromEntries(names.map((name) => [name, is[name]])),
    times: JSON.stringify(times) === JSON.stringify(timesOfForm(before)) ? undefined : times,
    rrule: rrule === rruleOfForm(before) ? undefined : rrule,
  }
}

export function isEmpty({ fields, times, rrule }: EventEdit): boolean {
  return Object.keys(fields).length === 0 && times === undefined && rrule === undefined
}

const material = ['day', 'startTime', 'endDay', 'endTime', 'allDay', 'location', 'locationName', 'status'] as const

/** Whether somebody who was told would want to know: time, place or status. */
export function isMaterial(draft: EventDraft, opened: EventDraft): boolean {
  return material.some((field) => (draft[field] ?? '') !== (opened[field] ?? ''))
}
