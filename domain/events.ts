import * as z from 'zod'
import { eventCategories } from './categories.ts'
import { isBlank, optionalText, requiredText } from './characters.ts'
import { addDays, dayInZone, instantAt, isTime, midnightUtc } from './dates.ts'
import { readImageName } from './event-images.ts'
import { type EventTimes, endTime, eventDay, startTime, timeProblem } from './event-times.ts'
import {
  ADD_EVENT_END,
  ADD_EVENT_START,
  EDIT_EVENT_END,
  EDIT_EVENT_START,
  EVENT_DESCRIPTION_MAX,
  EVENT_IMAGE_ALT_MAX,
  EVENT_LOCATION_MAX,
  EVENT_LOCATION_NAME_MAX,
  EVENT_TITLE_MAX,
} from './limits.ts'
import { noRepeat, rruleOfChoice } from './recurrence/choice.ts'
import { repeatForm } from './recurrence/form.ts'
import { eventStatuses } from './statuses.ts'
import { eventImageTexts } from './texts/event-images.ts'
import { type EventProblem, eventProblemTexts, type PreviewProblem } from './texts/events.ts'

export const eventTitle = requiredText({
  max: EVENT_TITLE_MAX,
  label: 'Event title',
  required: eventProblemTexts.missingTitle.title,
})
export const eventDescription = optionalText({ max: EVENT_DESCRIPTION_MAX, label: 'Description', severalLines: true })
export const eventLocation = optionalText({ max: EVENT_LOCATION_MAX, label: 'Location address' })
export const eventLocationName = optionalText({ max: EVENT_LOCATION_NAME_MAX, label: 'Location name' })
const eventImage = z
  .string()
  .refine((name) => readImageName(name) !== null, 'image must be the name of a picture of this calendar')
  .nullable()
const eventImageAlt = optionalText({ max: EVENT_IMAGE_ALT_MAX, label: eventImageTexts.alt })
export const eventCategory = z.enum(eventCategories, eventProblemTexts.missingCategory.title)

const latitude = z.number().min(-90).max(90).nullable()
const longitude = z.number().min(-180).max(180).nullable()
const status = z.enum(eventStatuses, 'status must be scheduled, cancelled, postponed or moved')

const eventFields = z.object({
  title: eventTitle,
  category: eventCategory,
  description: eventDescription,
  locationName: eventLocationName,
  location: eventLocation,
  latitude: latitude.default(null),
  longitude: longitude.default(null),
  day: eventDay,
  startTime,
  endDay: eventDay,
  endTime,
  allDay: z.boolean().default(false),
  status: status.default('scheduled'),
  includeInMailer: z.boolean().default(true),
  image: eventImage.default(null),
  imageAlt: eventImageAlt,
  repeat: repeatForm,
})

const belongTogether = (place: { latitude?: number | null; longitude?: number | null }) =>
  (place.latitude ?? null) === null ? (place.longitude ?? null) === null : (place.longitude ?? null) !== null
const untold = eventImageTexts.altMissing
const incomplete = { error: 'Latitude and longitude belong together', path: ['longitude'] }

/** Add and edit ask for the same things. The day is chosen outside the form; only an event that is moved gets another. */
export const eventForm = eventFields
  .refine((form) => timeProblem(form) !== 'invalidTime', {
    error: eventProblemTexts.invalidTime.body,
    path: ['endTime'],
  })
  .refine((form) => timeProblem(form) !== 'tooLong', { error: eventProblemTexts.tooLong.body, path: ['endDay'] })
  .refine(belongTogether, incomplete)
  .refine(({ image, imageAlt }) => !image || imageAlt !== null, { error: untold, path: ['imageAlt'] })

export type EventForm = z.infer<typeof eventForm>

// What save-event is sent, in the columns' names.

const columns = z.object({
  title: eventTitle,
  description: eventDescription.default(null),
  location: eventLocation.default(null),
  location_name: eventLocationName.default(null),
  latitude: latitude.default(null),
  longitude: longitude.default(null),
  category: eventCategory,
  include_in_mailer: z.boolean().default(true),
  status: status.default('scheduled'),
  image: eventImage.default(null),
  image_alt: eventImageAlt.default(null),
})

export const newEvent = columns
  .refine(belongTogether, incomplete)
  .refine(({ image, image_alt }) => !image || image_alt !== null, { error: untold, path: ['image_alt'] })
  .transform((event) => ({ ...event, image_alt: event.image && event.image_alt }))

/** Only what changed. */
export const eventChange = z
  .object({
    title: eventTitle,
    description: eventDescription,
    location: eventLocation,
    location_name: eventLocationName,
    latitude,
    longitude,
    category: eventCategory,
    include_in_mailer: z.boolean(),
    status,
    image: eventImage,
    image_alt: eventImageAlt,
  })
  .partial()
  .refine(({ image, image_alt }) => !image || image_alt !== null, { error: untold, path: ['image_alt'] })
  .transform((change) => (change.image === null ? { ...change, image_alt: null } : change))

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

export function newEventDraft(day: string): EventDraft {
  return {
    title: '',
    category: '',
    description: '',
    locationName: '',
    location: '',
    latitude: null,
    longitude: null,
    day,
    startTime: ADD_EVENT_START,
    endDay: day,
    endTime: ADD_EVENT_END,
    allDay: false,
    status: 'scheduled',
    includeInMailer: true,
    image: null,
    imageAlt: '',
    repeat: noRepeat(day),
  }
}

/** The event as the edit form shows it; times that cannot be read fall back to 09:00 to 10:00. */
export const editEventFallback = { startTime: EDIT_EVENT_START, endTime: EDIT_EVENT_END } as const

/** The columns a checked form becomes, in the calendar's zone. `include_sms` is always false. */
export function eventColumns(form: EventForm, zone: string) {
  return {
    ...wordColumns(form),
    ...timeColumns(form, zone),
    include_sms: false,
    event_date: form.day,
    event_date_for_reporting: midnightUtc(form.day).toISOString(),
  }
}

export function wordColumns(form: EventForm) {
  return {
    title: form.title,
    description: form.description,
    location: form.location,
    location_name: form.locationName,
    latitude: form.latitude,
    longitude: form.longitude,
    category: form.category,
    include_in_mailer: form.includeInMailer,
    status: form.status,
    image: form.image,
    image_alt: form.image && form.imageAlt,
  }
}

function timeColumns({ day, startTime, endDay, endTime, allDay }: EventForm, zone: string) {
  const [start, end] = allDay
    ? [instantAt(day, '00:00', zone), instantAt(addDays(endDay, 1), '00:00', zone)]
    : [instantAt(day, startTime, zone), instantAt(endDay, endTime, zone)]
  return { start_time: start.toISOString(), end_time: end.toISOString(), all_day: allDay }
}

/** The same on the clock, as save-event wants it. */
export function timesOfForm({ day, startTime, endDay, endTime, allDay }: EventForm): EventTimes {
  return { day, start: startTime, end_day: endDay, end: endTime, all_day: allDay }
}

/** Null: it happens once. */
export function rruleOfForm(form: EventForm): string | null {
  return rruleOfChoice(form.repeat, form.day)
}

/** Past means before today where the calendar is, whatever the clock says where the reader is. */
export function isPastDay(day: string, now: Date, zone: string): boolean {
  return day < dayInZone(now, zone)
}

interface AddContext {
  now: Date
  zone: string
  hasRecipients: boolean
}

/** The first thing in the way of adding the event, as a key of `eventProblemTexts`. */
export function addEventProblem(draft: EventDraft, { now, zone, hasRecipients }: AddContext): EventProblem | null {
  if (!hasRecipients) return 'noRecipients'
  if (isPastDay(draft.day, now, zone)) return 'pastDay'
  return missingField(draft) ?? timeProblem(draft)
}

/** The first thing in the way of saving an edited event. `lastDay`: what still goes on is not past. */
export function editEventProblem(
  draft: EventDraft,
  { lastDay, now, zone }: { lastDay: string; now: Date; zone: string },
): EventProblem | null {
  if (isPastDay(lastDay, now, zone)) return 'pastEvent'
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
  if (!draft.allDay && !isTime(draft.startTime)) return 'missingStartTime'
  if (!draft.allDay && !isTime(draft.endTime)) return 'missingEndTime'
  if (!eventCategory.safeParse(draft.category).success) return 'missingCategory'
  return null
}
