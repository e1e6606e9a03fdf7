import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostgrestClient } from '@supabase/postgrest-js'
import { groupByState } from './group-by-state.ts'
import { nextEvent, searchCalendars } from './search.ts'

const calendar = (name: string, state: string) => ({
  id: name,
  name,
  state,
  city: 'C',
  identifier: 1,
  description: null,
  next: null,
})

/** What the search sent the data API, and what it made of the answer. */
async function search(address: string, rows: object[], status = 200) {
  const sent: unknown[] = []
  const rest = new PostgrestClient('http://town.example/rest/v1', {
    fetch: async (_url, init) => {
      sent.push(JSON.parse(String(init?.body)))
      return Response.json(sent.length === 1 ? rows : [], { status })
    },
  })
  return { answer: await searchCalendars(rest, new URLSearchParams(address)), sent: sent[0] }
}

test('states are in alphabetical order, and calendars keep the server’s order', () => {
  const grouped = groupByState([calendar('a', 'Texas'), calendar('b', 'Alabama'), calendar('c', 'Texas')])
  assert.deepEqual(
    grouped.map(([state, list]) => [state, list.map(({ name }) => name)]),
    [
      ['Alabama', ['b']],
      ['Texas', ['a', 'c']],
    ],
  )
})

test('the search in the URL is sent, page by page', async () => {
  const { answer, sent } = await search('q=austin+tx&page=3', [calendar('a', 'Texas')])
  assert.deepEqual(sent, { p_query: 'austin tx', p_limit: 100, p_offset: 200 })
  assert.equal(answer.status === 'found' && answer.hasMore, false)
})

test('a ZIP code searches its state', async () => {
  const { answer, sent } = await search('q=02139-1234', [])
  assert.deepEqual(sent, { p_query: 'Massachusetts', p_limit: 100, p_offset: 0 })
  assert.equal(answer.status === 'found' && answer.near, 'Massachusetts')
})

test('the next event is told in the calendar’s time zone', () => {
  const row = {
    calendar_id: 'a',
    time_zone: 'America/Chicago',
    title: 'HOA meeting',
    category: 'Event' as const,
    start_time: '2026-11-17T00:30:00Z',
    all_day: false,
    event_date: '2026-11-16',
  }
  const when = (part: Partial<typeof row>, now = '2026-11-16T12:00:00Z') =>
    nextEvent({ ...row, ...part }, new Date(now)).when
  assert.equal(when({}), 'Next: tonight, 6:30 PM')
  assert.equal(when({}, '2026-11-15T12:00:00Z'), 'Next: tomorrow, 6:30 PM')
  assert.equal(when({}, '2026-11-10T12:00:00Z'), 'Next: Nov 16, 6:30 PM')
  assert.equal(when({ all_day: true }), 'Next: today, all day')
  assert.equal(when({}, '2026-11-17T00:45:00Z'), 'On now')
})

test('the next events of all cards come in one call, and without them the cards are shown', async () => {
  const sent: unknown[] = []
  const rest = new PostgrestClient('http://town.example/rest/v1', {
    fetch: async (url, init) => {
      if (String(url).endsWith('search_calendars'))
        return Response.json([calendar('a', 'Texas'), calendar('b', 'Texas')])
      sent.push(JSON.parse(String(init?.body)))
      return Response.json({ message: 'no' }, { status: 500 })
    },
  })
  const answer = await searchCalendars(rest, new URLSearchParams())
  assert.deepEqual(sent, [{ p_calendars: ['a', 'b'] }])
  assert.equal(answer.status === 'found' && answer.calendars.length, 2)
})

test('an invalid page number means the first page, and long search words are cut', async () => {
  const { sent } = await search(`q=${'x'.repeat(500)}%00&page=-1e9`, [])
  assert.deepEqual(sent, { p_query: 'x'.repeat(200), p_limit: 100, p_offset: 0 })
})

test('a full page says that there may be more', async () => {
  const { answer } = await search(
    '',
    Array.from({ length: 100 }, (_, n) => calendar(`c${n}`, 'Ohio')),
  )
  assert.equal(answer.status === 'found' && answer.hasMore, true)
})

test('a refused search is shown as failed, with the search words', async () => {
  const { answer } = await search('q=austin', [{ message: 'no', code: 'XX000' }], 500)
  assert.deepEqual(answer, { status: 'failed', query: 'austin' })
})
