// Reads a year of varied events with two independent iCalendar parsers: both find every row.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays, dayInZone, instantAt } from '#domain/dates.ts'
import { titleWithStatus } from '#domain/texts/feeds.ts'
import { type FunctionsFixture, openFunctionsFixture } from '../functions/fixture.ts'
import { inOrder, type Occurrence, readers } from './readers.ts'
import { fillYear, type Year, ZONE } from './year.ts'

let fixture: FunctionsFixture
let year: Year
let text: string
before(async () => {
  fixture = await openFunctionsFixture()
  const calendarId = await fixture.calendar({ name: 'Barton Hills; "all", of it' })
  await fixture.pool.query(
    "update public.calendars set time_zone = $2, description = 'Line\nLine; , \\' where id = $1",
    [calendarId, ZONE],
  )
  const today = dayInZone(new Date(), ZONE)
  year = { calendarId, first: addDays(today, -60), end: addDays(today, 305) }
  await fillYear(fixture.pool, year)
  text = await (await fixture.request(`/calendar/${calendarId}.ics`)).text()
})
after(() => fixture.close())

const span = () => ({ from: instantAt(year.first, '00:00', ZONE), to: instantAt(year.end, '00:00', ZONE) })

/** Returns the database's rows. Past occurrences may have the texts of their series. */
async function rows(): Promise<Occurrence[]> {
  const { rows } = await fixture.pool.query(
    `select coalesce(s.uid, e.uid) as uid, e.title, e.status, e.category = 'Alert' and e.end_time > now() as is_alert, e.all_day, e.start_time, e.end_time, e.event_date::text,
       (e.end_date + 1)::text as day_after, coalesce(e.description, '') as description,
       concat_ws(', ', e.location_name, e.location) as location
     from public.events e left join public.event_series s on s.id = e.series_id where e.calendar_id = $1`,
    [year.calendarId],
  )
  const found = rows.map((row) => ({
    uid: row.uid,
    title: `${row.is_alert ? 'ALERT: ' : ''}${titleWithStatus(row.title, row.status)}`,
    start: row.all_day ? row.event_date : row.start_time.toISOString(),
    end: row.all_day ? row.day_after : row.end_time.toISOString(),
    description: row.description,
    location: row.location,
  }))
  return inOrder(found, span().from, span().to)
}

for (const [name, read] of Object.entries(readers)) {
  test(`${name} finds every occurrence of the year as it is, and no other`, async () => {
    // This parser reads an escaped backslash before an n as a line break.
    const isReadable = ({ title }: Occurrence) => name !== 'node-ical' || !/\\n/i.test(title)
    const expected = (await rows()).filter(isReadable).map((row) => JSON.stringify(row))
    const uids = new Set(expected.map((row) => JSON.parse(row).uid))
    const found = read(text, span().from, span().to)
      .filter(({ uid }) => uids.has(uid))
      .map((row) => JSON.stringify(row))
    assert.ok(expected.length > 1000, 'there is a year of them')
    assert.deepEqual(
      found.filter((row) => !expected.includes(row)),
      [],
      'too many',
    )
    assert.deepEqual(
      expected.filter((row) => !found.includes(row)),
      [],
      'missing',
    )
    assert.equal(found.length, expected.length)
  })
}

test('no line is longer than 75 octets, and only CRLF ends one', () => {
  const lines = text.split('\r\n')
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n\u2028\u2029\u0085]/.test(line)))
  assert.ok(text.endsWith('END:VCALENDAR\r\n'))
})

test('a text of a member cannot start a property or a component', () => {
  const properties = new Set(
    text
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((line) => line.split(/[:;]/)[0]),
  )
  for (const smuggled of ['ATTENDEE', 'ORGANIZER', 'ATTACH', 'Bcc', 'MAIL FROM']) assert.ok(!properties.has(smuggled))
  const components = new Set([...text.matchAll(/^BEGIN:(.*)\r$/gm)].map(([, name]) => name))
  assert.deepEqual(components, new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT', 'VEVENT']))
  assert.match(text, /END:VEVENT BEGIN:VALARM\\;/, 'it is there, as text')
})

test('a cancelled event stays in the feed: no status hides it', () => {
  const event = text.split('BEGIN:VEVENT').find((part) => part.includes('SUMMARY:CANCELLED – It is cancelled')) ?? ''
  assert.match(event, /\r\nTRANSP:TRANSPARENT\r\n/)
  assert.doesNotMatch(text, /^STATUS:CANCELLED\r$/m)
})

test('single events are ordered by start; a category feed includes occurrences that differ from their series', async () => {
  const { rows } = await fixture.pool.query(
    `select uid, category from public.events where calendar_id = $1 and series_id is null or title like 'Choir%' and category = 'Alert'
     order by start_time, id`,
    [year.calendarId],
  )
  const uids = (feed: string) => [...feed.replaceAll('\r\n ', '').matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)
  const expected = (category: string) => rows.filter((row) => row.category === category).map(({ uid }) => uid)
  const found = uids(text)
  assert.deepEqual(found.slice(0, expected('Event').length), expected('Event'))
  assert.equal(expected('Alert').length, 1)
  const alerts = await (await fixture.request(`/calendar/${year.calendarId}.ics?category=Alert`)).text()
  assert.deepEqual(uids(alerts), expected('Alert'))
  assert.doesNotMatch(alerts, /RECURRENCE-ID/)
})
