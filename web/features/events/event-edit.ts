import type { EventDetails } from '#domain/event-columns.ts'
import type { EventTimes } from '#domain/event-times.ts'
import { detailsOfForm, type EventDraft, type EventForm, eventForm, rruleOfForm, timesOfForm } from '#domain/events.ts'

// The difference between a form and how it opened. Only changes are sent, so that an edit of all dates does not copy to them
// what belongs to one date.

export interface EventEdit {
  fields: Partial<EventDetails>
  times: EventTimes | undefined
  /** Null: it stops repeating. Undefined: unchanged. */
  rrule: string | null | undefined
}

export function editOf(form: EventForm, opened: EventDraft): EventEdit {
  const before = eventForm.safeParse(opened).data
  if (!before) return { fields: detailsOfForm(form), times: timesOfForm(form), rrule: undefined }
  const [was, is] = [detailsOfForm(before), detailsOfForm(form)]
  const isOther = (name: keyof EventDetails) => was[name] !== is[name]
  // A picture and its alt text go together: a series may have neither.
  const isOtherImage = isOther('image') || isOther('image_alt')
  const names = (Object.keys(is) as (keyof EventDetails)[]).filter(
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

const material = ['day', 'startTime', 'endDay', 'endTime', 'allDay', 'location', 'location_name', 'status'] as const

/** Returns whether people who were notified would want to know: time, place or status changed. */
export function isMaterial(draft: EventDraft, opened: EventDraft): boolean {
  return material.some((field) => (draft[field] ?? '') !== (opened[field] ?? ''))
}
