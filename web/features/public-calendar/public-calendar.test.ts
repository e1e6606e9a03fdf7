import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostgrestClient } from '@supabase/postgrest-js'
import { parseViewQuery } from '#domain/views.ts'
import { readCalendarName, readPublicCalendar } from './public-calendar.ts'

const parse = (address = '') => parseViewQuery(new URLSearchParams(address))
const id = '27382242-2f5a-4494-be8c-4cbf8470c04d'
const honolulu = { id, name: 'Aloha', time_zone: 'Pacific/Honolulu', version: 1 }

/** A data API that answers by table, and remembers what it was requests. */
function fakeRest(answers: Record<string, () => Response>) {
  const requests: URL[] = []
  const rest = new PostgrestClient('http://town.example/rest/v1', {
    retry: false,
    fetch: async (input) => {
      const url = new URL(String(input))
      requests.push(url)
      const table = url.pathname.split('/').at(-1) ?? ''
      return answers[table]?.() ?? Response.json({ message: 'no such table' }, { status: 404 })
    },
  })
  return { rest, requests }
}

const calendars = () => Response.json([honolulu])
const events = () => Response.json([{ id: '1', title: 'Luau' }])
const calendar_members = () => new Response(null, { headers: { 'content-range': '*/12' } })

// Ten in the evening of the 31st in Honolulu; in UTC the next month has begun.
const now = new Date('2026-11-01T08:00:00Z')

test('the month and the day are those of the calendar’s time zone', async () => {
  const { rest, requests } = fakeRest({ calendars, events, calendar_members })
  const answer = await readPublicCalendar(rest, { id, viewQuery: parse(), now })
  assert.ok(answer.status === 'found')
  assert.equal(answer.today, '2026-10-31')
  assert.equal(answer.month, '2026-10')
  assert.equal(answer.members, 12)
  const bounds = requests.find((url) => url.pathname.endsWith('/events'))?.searchParams
  // The month is shown in whole weeks, from September 27. What began up to 32 days before may still go on; what ended before is not
  // asked for.
  assert.deepEqual(bounds?.getAll('start_time'), ['gte.2026-08-26T10:00:00.000Z', 'lt.2026-11-01T10:00:00.000Z'])
  assert.deepEqual(bounds?.getAll('end_time'), ['gt.2026-09-27T10:00:00.000Z'])
})

test('an event without a place left is shown as full, unless it is off', async () => {
  const listed = ['scheduled', 'cancelled', 'scheduled'].map((status, index) => ({ id: String(index), status }))
  const event_rsvps = () => Response.json([{ event_id: '0' }, { event_id: '1' }])
  const { rest } = fakeRest({ calendars, events: () => Response.json(listed), calendar_members, event_rsvps })
  const answer = await readPublicCalendar(rest, { id, viewQuery: parse(), now })
  assert.ok(answer.status === 'found')
  for (const shown of [answer.events, answer.coming?.events])
    assert.deepEqual(
      shown?.map(({ status }) => status),
      ['full', 'cancelled', 'scheduled'],
    )
})

test('a month in the URL is used if it is valid and in range', async () => {
  for (const [month, shown] of [
    ['2027-02', '2027-02'],
    ['2027-13', '2026-10'],
    ['1969-12', '2026-10'],
    ['2200-01', '2026-10'],
    ['', '2026-10'],
    ['x', '2026-10'],
  ] as const) {
    const { rest } = fakeRest({ calendars, events, calendar_members })
    const answer = await readPublicCalendar(rest, { id, viewQuery: parse(`month=${month}`), now })
    assert.equal(answer.status === 'found' && answer.month, shown, month)
  }
})

test('only public calendars are requested', async () => {
  const { rest, requests } = fakeRest({ calendars: () => Response.json([]) })
  assert.deepEqual(await readPublicCalendar(rest, { id, viewQuery: parse(), now }), { status: 'not-found' })
  assert.equal(requests[0]?.searchParams.get('disabled'), 'eq.false')
})

test('an invalid id sends no request', async () => {
  const { rest, requests } = fakeRest({ calendars })
  assert.deepEqual(await readPublicCalendar(rest, { id: "1' or true", viewQuery: parse(), now }), {
    status: 'not-found',
  })
  assert.equal(await readCalendarName(rest, '../events'), null)
  assert.equal(requests.length, 0)
})

test('a refused request is a failure, not an empty month; an unknown count is null', async () => {
  const refused = () => Response.json({ message: 'busy', code: '53300' }, { status: 503 })
  assert.deepEqual(await readPublicCalendar(fakeRest({ calendars: refused }).rest, { id, viewQuery: parse(), now }), {
    status: 'failed',
  })
  const { rest } = fakeRest({ calendars, events: refused, calendar_members })
  assert.deepEqual(await readPublicCalendar(rest, { id, viewQuery: parse(), now }), { status: 'failed' })
  const uncounted = await readPublicCalendar(fakeRest({ calendars, events, calendar_members: refused }).rest, {
    id,
    viewQuery: parse(),
    now,
  })
  assert.equal(uncounted.status === 'found' && uncounted.members, 0)
})
