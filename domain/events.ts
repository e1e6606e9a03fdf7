import * as z from 'zod'
import { eventCategories } from './categories.ts'
import { isBlank, optionalText, requiredText } from './characters.ts'
import { dayInZone, instantAt, isDay, isTime, midnightUtc } from './dates.ts'
import {
  ADD_EVENT_END,
  ADD_EVENT_START,
  EDIT_EVENT_END,
  EDIT_EVENT_START,
  EVENT_DAY_FIRST,
  EVENT_DAY_LAST,
  EVENT_DESCRIPTION_MAX,
  EVENT_LOCATION_MAX,
  EVENT_LOCATION_NAME_MAX,
  EVENT_TITLE_MAX,
} from './limits.ts'
import { type EventProblem, eventProblemTexts, type PreviewProblem } from './texts/events.ts'

export const eventTitle = requiredText({
  max: EVENT_TITLE_MAX,
  label: 'Event title',
  required: eventProblemTexts.missingTitle.title,
})
export const eventDescription = optionalText({ max: EVENT_DESCRIPTION_MAX, label: 'Description', severalLines: true })
export const eventLocation = optionalText({ max: EVENT_LOCATION_MAX, label: 'Location address' })
export const eventLocationName = optionalText({ max: EVENT_LOCATION_NAME_MAX, label: 'Location name' })
export const eventCategory = z.enum(eventCategories, eventProblemTexts.missingCategory.title)

const latitude = z.number().min(-90).max(90).nullable()
const longitude = z.number().min(-180).max(180).nullable()
const startTime = z.string().refine(isTime, eventProblemTexts.missingStartTime.title)
const endTime = z.string().refine(isTime, eventProblemTexts.missingEndTime.title)

const eventFields = z.object({
  title: eventTitle,
  category: eventCategory,
  description: eventDescription,
  locationName: eventLocationName,
  location: eventLocation,
  latitude: latitude.default(null),
  longitude: longitude.default(null),
  startTime,
  endTime,
  includeInMailer: z.boolean().default(true),
})

/** Add and edit ask for the same things; the day is chosen outside the form and never edited in it. */
export const eventForm = eventFields
  .refine(({ startTime, endTime }) => endTime > startTime, {
    error: eventProblemTexts.invalidTime.body,
    path: ['endTime'],
  })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), {
    error: 'Latitude and longitude belong together',
    path: ['longitude'],
  })

export type EventForm = z.infer<typeof eventForm>

/** The event part of a preview-email call. Times are instants: an offset or Z is required. */
export const previewEventData = z.object({
  title: eventTitle,
  description: eventDescription,
  location: eventLocation,
  start_time: z.iso.datetime({ offset: true, error: eventProblemTexts.missingStartTime.title }),
  end_time: z.iso.datetime({ offset: true, error: eventProblemTexts.missingEndTime.title }),
  category: eventCategory,
})

/** What a form holds before it is checked: category has no default. */
export type EventDraft = Omit<z.input<typeof eventForm>, 'category'> & { category: string }

export function newEventDraft(): EventDraft {
  return { ...blankDraft, startTime: ADD_EVENT_START, endTime: ADD_EVENT_END }
}

const blankDraft = {
  title: '',
  category: '',
  description: '',
  locationName: '',
  location: '',
  latitude: null,
  longitude: null,
  includeInMailer: true,
}

/** The event as the edit form shows it; times that cannot be read fall back to 09:00 to 10:00. */
export const editEventFallback = { startTime: EDIT_EVENT_START, endTime: EDIT_EVENT_END } as const

/** The columns a checked form becomes, in the calendar's zone. `include_sms` is always false. */
export function eventColumns(form: EventForm, day: string, zone: string) {
  return {
    title: form.title,
    description: form.description,
    location: form.location,
    location_name: form.locationName,
    latitude: form.latitude,
    longitude: form.longitude,
    start_time: instantAt(day, form.startTime, zone).toISOString(),
    end_time: instantAt(day, form.endTime, zone).toISOString(),
    category: form.category,
    include_in_mailer: form.includeInMailer,
    include_sms: false,
    event_date: day,
    event_date_for_reporting: midnightUtc(day).toISOString(),
  }
}

export function isEventDay(day: string): boolean {
  return isDay(day) && day >= EVENT_DAY_FIRST && day <= EVENT_DAY_LAST
}

/** Past means before today where the calendar is, whatever the clock says where the reader is. */
export function isPastDay(day: string, now: Date, zone: string): boolean {
  return day < dayInZone(now, zone)
}

interface AddContext {
  day: string
  now: Date
  zone: string
  hasRecipients: boolean
}

/** The first thing in the way of adding the event, as a key of `eventProblemTexts`. */
export function addEventProblem(draft: EventDraft, { day, now, zone, hasRecipients }: AddContext): EventProblem | null {
  if (!hasRecipients) return 'noRecipients'
  if (isPastDay(day, now, zone)) return 'pastDay'
  return missingField(draft) ?? timeProblem(draft)
}

/** The first thing in the way of saving an edited event. */
export function editEventProblem(draft: EventDraft, context: Omit<AddContext, 'hasRecipients'>): EventProblem | null {
  if (isPastDay(context.day, context.now, context.zone)) return 'pastEvent'
  return missingField(draft) ?? timeProblem(draft)
}

/** The first thing in the way of a preview, as a key of `previewProblemTexts`. */
export function previewProblem(draft: EventDraft, isTemplateConfigured: boolean): PreviewProblem | null {
  return isTemplateConfigured ? missingField(draft) : 'templateNotConfigured'
}

/** Whether Create Event is enabled as far as the fields go. */
export function isComplete(draft: EventDraft): boolean {
  return missingField(draft) === null
}

function missingField(draft: EventDraft): (PreviewProblem & EventProblem) | null {
  if (isBlank(draft.title)) return 'missingTitle'
  if (!isTime(draft.startTime)) return 'missingStartTime'
  if (!isTime(draft.endTime)) return 'missingEndTime'
  if (!eventCategory.safeParse(draft.category).success) return 'missingCategory'
  return null
}

function timeProblem(draft: EventDraft): EventProblem | null {
  return draft.endTime > draft.startTime ? null : 'invalidTime'
}
