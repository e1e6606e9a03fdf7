import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostgrestClient } from '@supabase/postgrest-js'
import { parseViewQuery } from '#domain/views.ts'
import { eventsOf } from './read-events.ts'

/** What the data API would be queriesOf. */
async function queriesOf(address: string): Promise<URLSearchParams[]> {
  const urls: URL[] = []
  const rest = new PostgrestClient('http://town.example/rest/v1', {
    fetch: async (input) => {
      urls.push(new URL(String(input)))
      return Response.json([])
    },
  })
  const viewQuery = parseViewQuery(new URLSearchParams(address))
  await eventsOf(rest, { calendarId: 'c1', columns: 'id', viewQuery, today: '2026-11-15', zone: 'Pacific/Honolulu' })
  return urls.map(({ searchParams }) => searchParams)
}

test('each view reads the events that overlap its days in the calendar’s time zone, in one request', async () => {
  for (const [address, from, to] of [
    ['date=2026-12-10', '2026-11-29', '2027-01-03'],
    ['view=week&date=2026-11-18', '2026-11-15', '2026-11-22'],
    ['view=agenda', '2026-11-15', '2026-12-15'],
    ['view=day&category=Alert', '2026-11-15', '2026-11-16'],
  ] as const) {
    const queries = await queriesOf(address)
    assert.equal(queries.length, 1)
    assert.equal(queries[0]?.getAll('start_time')[1], `lt.${to}T10:00:00.000Z`, address)
    assert.equal(queries[0]?.get('end_time'), `gt.${from}T10:00:00.000Z`, address)
    assert.equal(queries[0]?.get('category'), address.includes('Alert') ? 'in.(Alert)' : null)
  }
})

test('a search requests every word in every text column, from today on or before, and one result more than is shown', async () => {
  const [coming] = await queriesOf('q=pool%20100%25&view=week')
  assert.deepEqual(
    coming?.getAll('or').map((each) => each.split(',')[0]),
    ['(title.ilike."*pool*"', '(title.ilike."*100\\\\%*"'],
  )
  assert.equal(coming?.getAll('or')[0]?.split(',').length, 4)
  assert.equal(coming?.get('end_time'), 'gt.2026-11-15T10:00:00.000Z')
  assert.equal(coming?.get('order'), 'start_time.asc,id.asc')
  assert.equal(coming?.get('limit'), '51')
  const [past] = await queriesOf('q=pool&when=past')
  assert.equal(past?.get('end_time'), 'lte.2026-11-15T10:00:00.000Z')
  assert.equal(past?.get('order'), 'start_time.desc,id.asc')
})

test('search words cannot break out of their quotes', async () => {
  const [query] = await queriesOf(`q=${encodeURIComponent('"),id.not.is.null,title.ilike."\\')}`)
  for (const or of query?.getAll('or') ?? []) {
    const outside = or.replace(/"(?:[^"\\]|\\.)*"/g, '')
    assert.equal(outside, '(title.ilike.,description.ilike.,location_name.ilike.,location.ilike.)')
  }
  assert.ok((query?.getAll('or').length ?? 0) > 1)
})
