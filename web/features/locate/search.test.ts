import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostgrestClient } from '@supabase/postgrest-js'
import { groupByState, searchCalendars } from './search.ts'

const calendar = (name: string, state: string) => ({
  id: name,
  name,
  state,
  city: 'C',
  identifier: 1,
  description: null,
})

/** What the search sent the data API, and what it made of the answer. */
async function search(address: string, rows: object[], status = 200) {
  const sent: unknown[] = []
  const rest = new PostgrestClient('http://town.example/rest/v1', {
    fetch: async (_url, init) => {
      sent.push(JSON.parse(String(init?.body)))
      return Response.json(rows, { status })
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
