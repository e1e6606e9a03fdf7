import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventCategories, isEventCategory } from './categories.ts'
import { isEventDay } from './event-times.ts'
import {
  addEventProblem,
  columnsOfForm,
  type EventDraft,
  editEventFallback,
  editEventProblem,
  eventForm,
  isPastDay,
  missingField,
  newEventDraft,
  previewProblem,
} from './events.ts'
import { proposedDay } from './proposed-day.ts'
import { eventProblemTexts, previewProblemTexts } from './texts/events.ts'

const picnic: EventDraft = { ...newEventDraft('2025-07-04'), title: ' Picnic ', category: 'Event' }
const zone = 'America/New_York'
const now = new Date('2025-07-04T12:00:00Z')
const today = { now, zone, hasRecipients: true, lastDay: '2025-07-04' }

test('the four categories are spelled exactly as clients send them', () => {
  assert.deepEqual([...eventCategories], ['Event', 'Alert', 'Notice', 'FYI'])
  for (const word of ['event', 'Party', '', null]) assert.ok(!isEventCategory(word))
})

test('a new event runs from 09:00 to 17:00, is in the mailer and has no category yet', () => {
  const { startTime, endTime, include_in_mailer, category } = newEventDraft('2025-07-04')
  assert.deepEqual(
    { startTime, endTime, include_in_mailer, category },
    {
      startTime: '09:00',
      endTime: '17:00',
      include_in_mailer: true,
      category: '',
    },
  )
  assert.deepEqual(editEventFallback, { startTime: '09:00', endTime: '10:00' })
})

test('a checked form becomes columns in the zone of the calendar, with blanks as null', () => {
  const columns = columnsOfForm(eventForm.parse({ ...picnic, description: ' ' }), zone)
  assert.deepEqual(columns, {
    title: 'Picnic',
    description: null,
    location: null,
    location_name: null,
    link_url: null,
    latitude: null,
    longitude: null,
    start_time: '2025-07-04T13:00:00.000Z',
    end_time: '2025-07-04T21:00:00.000Z',
    category: 'Event',
    include_in_mailer: true,
    mail_tags: [],
    status: 'scheduled',
    status_reason: null,
    image: null,
    image_alt: null,
    all_day: false,
    include_sms: false,
    event_date: '2025-07-04',
    event_date_for_reporting: '2025-07-04T00:00:00.000Z',
  })
})

const wrongForms: [Partial<EventDraft>, string, string][] = [
  [{ title: '  ' }, 'title', 'Missing title'],
  [{ title: '\u200b' }, 'title', 'Missing title'],
  [{ title: 'x'.repeat(201) }, 'title', 'Event title must be at most 200 characters'],
  [{ title: 'a\0' }, 'title', "Event title contains characters that can't be used"],
  [{ description: 'x'.repeat(5001) }, 'description', 'Description must be at most 5000 characters'],
  [{ category: '' }, 'category', 'Missing category'],
  [{ category: 'event' }, 'category', 'Missing category'],
  [{ startTime: '' }, 'startTime', 'Missing start time'],
  [{ endTime: '24:00' }, 'endTime', 'Missing end time'],
  [{ endTime: '09:00' }, 'endTime', 'End time must be after start time'],
  [{ endTime: '08:59' }, 'endTime', 'End time must be after start time'],
  ...['javascript:alert(1)', 'ftp://a.org', 'a.org', 'https://me:secret@a.org', 'https://'].map(
    (link_url): [Partial<EventDraft>, string, string] => [
      { link_url },
      'link_url',
      'Enter a web address that starts with https:// or http://',
    ],
  ),
  [{ latitude: 91, longitude: 0 }, 'latitude', 'Too big: expected number to be <=90'],
  [{ latitude: 30 }, 'longitude', 'Latitude and longitude belong together'],
]

for (const [change, field, message] of wrongForms) {
  test(`an event with ${JSON.stringify(change).slice(0, 40)} says "${message}"`, () => {
    const issues = eventForm.safeParse({ ...picnic, ...change }).error?.issues ?? []
    assert.ok(
      issues.some((issue) => issue.path[0] === field && issue.message === message),
      JSON.stringify(issues),
    )
  })
}

test('the longest title and description pass, counted in code points', () => {
  assert.ok(eventForm.safeParse({ ...picnic, title: '🔔'.repeat(200), description: '🔔'.repeat(5000) }).success)
})

const addCases: [string, Partial<EventDraft>, Partial<typeof today>, string | null][] = [
  ['nothing', {}, {}, null],
  ['no recipients', {}, { hasRecipients: false }, 'No recipients defined'],
  ['yesterday', { day: '2025-07-03', endDay: '2025-07-03' }, {}, 'Past event not allowed'],
  ['no title', { title: '' }, {}, 'Missing title'],
  ['no start', { startTime: '' }, {}, 'Missing start time'],
  ['no end', { endTime: '' }, {}, 'Missing end time'],
  ['no category', { category: '' }, {}, 'Missing category'],
  ['the end at the start', { endTime: '09:00' }, {}, 'Invalid time'],
]

for (const [what, change, context, title] of addCases) {
  test(`adding with ${what} in the way says ${title}`, () => {
    const problem = addEventProblem({ ...picnic, ...change }, { ...today, ...context })
    assert.equal(problem && eventProblemTexts[problem].title, title)
  })
}

test('editing is for today and later, and asks for no recipients', () => {
  const draft = { ...picnic, ...editEventFallback }
  assert.equal(editEventProblem(draft, today), null)
  assert.equal(editEventProblem(draft, { ...today, lastDay: '2025-07-03' }), 'pastEvent')
  assert.equal(editEventProblem({ ...draft, endTime: '08:00' }, today), 'invalidTime')
  assert.equal(editEventProblem({ ...draft, title: '' }, today), 'missingTitle')
  assert.equal(eventProblemTexts.pastEvent.title, 'Past event cannot be edited')
})

test('today ends at midnight where the calendar is', () => {
  const late = new Date('2025-07-05T09:59:00Z')
  assert.ok(!isPastDay('2025-07-04', late, 'Pacific/Honolulu'))
  assert.ok(isPastDay('2025-07-04', new Date('2025-07-05T10:00:00Z'), 'Pacific/Honolulu'))
  assert.ok(isPastDay('2025-07-04', late, zone))
})

const previews: [Partial<EventDraft>, boolean, string | null][] = [
  [{}, true, null],
  [{}, false, 'Template not configured'],
  [{ title: '' }, true, 'Missing title'],
  [{ startTime: '' }, true, 'Missing start time'],
  [{ endTime: '' }, true, 'Missing end time'],
  [{ category: '' }, true, 'Missing category'],
]

for (const [change, configured, title] of previews) {
  test(`a preview of ${JSON.stringify(change)}, template ${configured}, says ${title}`, () => {
    const problem = previewProblem({ ...picnic, ...change }, configured)
    assert.equal(problem && previewProblemTexts[problem].title, title)
  })
}

test('the button is enabled once title, times and category are there', () => {
  assert.equal(missingField(picnic), null)
  assert.equal(missingField(newEventDraft('2025-07-04')), 'missingTitle')
})

test('an event day is a real day of a believable year', () => {
  for (const day of ['1970-01-01', '2028-02-29', '2199-12-31']) assert.ok(isEventDay(day), day)
  for (const day of ['0001-01-01', '9999-12-31', '2200-01-01', '2027-02-29', 'x']) assert.ok(!isEventDay(day), day)
})

test('a new event is proposed for tomorrow once its proposed hours are over where the calendar is', () => {
  const proposed = (now: string) => proposedDay(new Date(now), 'America/Chicago')
  assert.equal(proposed('2025-07-04T21:59:59Z'), '2025-07-04')
  assert.equal(proposed('2025-07-04T22:00:00Z'), '2025-07-05')
  assert.equal(proposed('2025-07-05T04:59:59Z'), '2025-07-05')
  assert.equal(proposed('2025-07-05T05:00:00Z'), '2025-07-05')
})
