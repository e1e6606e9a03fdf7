import * as z from 'zod'
import { eventCategories } from './categories.ts'
import { isBlank } from './characters.ts'
import { addDays, dayInZone, instantAt, isTime, midnightUtc } from './dates.ts'
import {
  type DetailColumn,
  detailsOf,
  type EventDetails,
  eventColumns,
  type OptionalTextColumn,
  optionalTextColumns,
  type TextColumn,
} from './event-columns.ts'
import { readImageName } from './event-images.ts'
import { type EventTimes, endTime, eventDay, startTime, timeProblem } from './event-times.ts'
import {
  ADD_EVENT_END,
  ADD_EVENT_START,
  CONTACT_TAGS_MAX,
  EDIT_EVENT_END,
  EDIT_EVENT_START,
  TAG_MAX,
} from './limits.ts'
import { noRepeat, rruleOfChoice } from './recurrence/choice.ts'
import { repeatForm } from './recurrence/form.ts'
import { eventStatuses } from './statuses.ts'
import { optionalText, requiredText } from './text-rules.ts'
import { eventImageTexts } from './texts/event-images.ts'
import { type EventProblem, eventProblemTexts, type PreviewProblem } from './texts/events.ts'

const ofTextColumns = <Value>(make: (column: TextColumn) => Value) =>
  Object.fromEntries(optionalTextColumns.map((name) => [name, make(eventColumns[name].text)])) as Record<
    OptionalTextColumn,
    Value
  >

/** Tags of recipients. The database knows which there are. */
const mailTags = z
  .array(
    z.string('mail_tags must be a list of tags').max(TAG_MAX, 'mail_tags has a tag that is too long'),
    'mail_tags must be a list of tags',
  )
  .max(CONTACT_TAGS_MAX, 'mail_tags must be a list of at most 20 tags')
  .transform((tags) => [...new Set(tags)].sort())

/** The rule of each column that people fill in. */
export const eventRules = {
  ...ofTextColumns(optionalText),
  title: requiredText({ ...eventColumns.title.text, required: eventProblemTexts.missingTitle.title }),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  category: z.enum(eventCategories, eventProblemTexts.missingCategory.title),
  status: z.enum(eventStatuses, 'status must be scheduled, cancelled, postponed or moved'),
  include_in_mailer: z.boolean(),
  mail_tags: mailTags,
  image: z
    .string()
    .refine((name) => readImageName(name) !== null, 'image must be the name of a picture of this calendar')
    .nullable(),
} satisfies Record<DetailColumn, z.ZodType<EventDetails[DetailColumn]>>

/** Values of the columns that people need not fill in. */
const defaults = {
  ...ofTextColumns(() => null),
  latitude: null,
  longitude: null,
  status: 'scheduled',
  include_in_mailer: true,
  mail_tags: [],
  image: null,
} satisfies Omit<EventDetails, 'title' | 'category'>

const hasBothCoordinates = ({ latitude, longitude }: Partial<EventDetails>) =>
  (latitude ?? null) === null ? (longitude ?? null) === null : (longitude ?? null) !== null
const coordinatesError = { error: 'Latitude and longitude belong together', path: ['longitude'] }
const hasAltText = ({ image, image_alt }: Partial<EventDetails>) => !image || image_alt !== null
const altTextMissing = { error: eventImageTexts.altMissing, path: ['image_alt'] }

/** Adding and editing use the same form. Only an event that is moved gets another day; otherwise it is chosen outside the form. */
export const eventForm = z
  .object({
    ...eventRules,
    day: eventDay,
    startTime,
    endDay: eventDay,
    endTime,
    allDay: z.boolean().default(false),
    repeat: repeatForm,
  })
  .refine((form) => timeProblem(form) !== 'invalidTime', {
    error: eventProblemTexts.invalidTime.body,
    path: ['endTime'],
  })
  .refine((form) => timeProblem(form) !== 'tooLong', { error: eventProblemTexts.tooLong.body, path: ['endDay'] })
  .refine(hasBothCoordinates, coordinatesError)
  .refine(hasAltText, altTextMissing)

export type EventForm = z.infer<typeof eventForm>

/** The details of an event that need not exist yet; missing ones get their defaults. */
export const eventDetails = z
  .object({ ...z.object(eventRules).partial().shape, title: eventRules.title, category: eventRules.category })
  .transform((given) => ({ ...defaults, ...given }) as EventDetails)

/** The details that save-event takes for a new event. */
export const newEvent = eventDetails
  .refine(hasBothCoordinates, coordinatesError)
  .refine(hasAltText, altTextMissing)
  .transform((event) => ({ ...event, image_alt: event.image && event.image_alt }))

/** The details that save-event changes. */
export const eventChange = z
  .object(eventRules)
  .partial()
  .refine(hasAltText, altTextMissing)
  .transform((change) => (change.image === null ? { ...change, image_alt: null } : change))

/** The values of a form before they are checked: no category may be chosen yet. */
export type EventDraft = Omit<z.input<typeof eventForm>, 'category'> & { category: string }

export function newEventDraft(day: string): EventDraft {
  return {
    ...defaults,
    title: '',
    category: '',
    day,
    startTime: ADD_EVENT_START,
    endDay: day,
    endTime: ADD_EVENT_END,
    allDay: false,
    repeat: noRepeat(day),
  }
}

/** The times of the edit form where an event's own cannot be read. */
export const editEventFallback = { startTime: EDIT_EVENT_START, endTime: EDIT_EVENT_END } as const

/** Returns the columns that a checked form becomes, in the calendar's zone. `include_sms` is always false. */
export function columnsOfForm(form: EventForm, zone: string) {
  return {
    ...detailsOfForm(form),
    ...timeColumns(form, zone),
    include_sms: false,
    event_date: form.day,
    event_date_for_reporting: midnightUtc(form.day).toISOString(),
  }
}

export function detailsOfForm(form: EventForm): EventDetails {
  return { ...detailsOf(form), image_alt: form.image && form.image_alt }
}

function timeColumns({ day, startTime, endDay, endTime, allDay }: EventForm, zone: string) {
  const [start, end] = allDay
    ? [instantAt(day, '00:00', zone), instantAt(addDays(endDay, 1), '00:00', zone)]
    : [instantAt(day, startTime, zone), instantAt(endDay, endTime, zone)]
  return { start_time: start.toISOString(), end_time: end.toISOString(), all_day: allDay }
}

/** Returns the times on the calendar's clock, as save-event takes them. */
export function timesOfForm({ day, startTime, endDay, endTime, allDay }: EventForm): EventTimes {
  return { day, start: startTime, end_day: endDay, end: endTime, all_day: allDay }
}

/** Returns null for an event that happens once. */
export function rruleOfForm(form: EventForm): string | null {
  return rruleOfChoice(form.repeat, form.day)
}

/** Returns whether a day is before today where the calendar is, whatever the reader's clock says. */
export function isPastDay(day: string, now: Date, zone: string): boolean {
  return day < dayInZone(now, zone)
}

interface AddContext {
  now: Date
  zone: string
  hasRecipients: boolean
}

/** Returns the first problem that prevents adding the event, as a key of `eventProblemTexts`. */
export function addEventProblem(draft: EventDraft, { now, zone, hasRecipients }: AddContext): EventProblem | null {
  if (!hasRecipients) return 'noRecipients'
  if (isPastDay(draft.day, now, zone)) return 'pastDay'
  return missingField(draft) ?? timeProblem(draft)
}

/** Returns the first problem that prevents saving an edited event. `lastDay`: an event that is still on is not past. */
export function editEventProblem(
  draft: EventDraft,
  { lastDay, now, zone }: { lastDay: string; now: Date; zone: string },
): EventProblem | null {
  if (isPastDay(lastDay, now, zone)) return 'pastEvent'
  return missingField(draft) ?? timeProblem(draft)
}

/** Returns the first problem that prevents a preview, as a key of `previewProblemTexts`. */
export function previewProblem(draft: EventDraft, isTemplateConfigured: boolean): PreviewProblem | null {
  return isTemplateConfigured ? missingField(draft) : 'templateNotConfigured'
}

/** Returns the first required field that is empty. While there is one, an event cannot be created. */
export function missingField(draft: EventDraft): (PreviewProblem & EventProblem) | null {
  if (isBlank(draft.title)) return 'missingTitle'
  if (!draft.allDay && !isTime(draft.startTime)) return 'missingStartTime'
  if (!draft.allDay && !isTime(draft.endTime)) return 'missingEndTime'
  if (!eventRules.category.safeParse(draft.category).success) return 'missingCategory'
  return null
}
