import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  dayOfView,
  defaultViewQuery,
  parseViewQuery,
  readDays,
  searchWords,
  shownDays,
  shownWords,
  stepFrom,
  viewHref,
} from './views.ts'

const parse = (address: string) => parseViewQuery(new URLSearchParams(address))
const today = '2026-11-15'

test('an address is parsed to a view query and written back the same', () => {
  const address = '?view=week&date=2026-12-03&category=Event,Alert'
  assert.deepEqual(parse(address), {
    ...defaultViewQuery,
    view: 'week',
    date: '2026-12-03',
    categories: ['Event', 'Alert'],
  })
  for (const href of [address, '?', '?month=2026-12', '?q=pool%20%26%20bar&when=past', '?view=day&q=a&category=FYI'])
    assert.equal(viewHref(parse(href)), href)
})

test('what makes no sense in an address is ignored', () => {
  for (const nonsense of [
    'view=year&date=2026-02-30',
    'date=1969-12-31&month=2200-01',
    'month=2026-13&category=Party',
    'q=%00%20%E2%80%8B&when=past',
    'q=***,,',
    'category=Event,Alert,Notice,FYI',
    'when=past',
  ])
    assert.deepEqual(parse(nonsense), defaultViewQuery, nonsense)
  assert.equal(parse(`q=${'😀'.repeat(80)}`).search.isWellFormed(), true)
  assert.deepEqual(parse('category=FYI&category=Event').categories, ['Event', 'FYI'], 'several, in one order')
  assert.equal(parse('day=2026-11-20').date, '2026-11-20')
})

test('the requested day, month or today decides the shown day', () => {
  assert.equal(dayOfView(defaultViewQuery, today), today)
  assert.equal(dayOfView(parse('month=2026-11'), today), today)
  assert.equal(dayOfView(parse('month=2027-02'), today), '2027-02-01')
  assert.equal(dayOfView(parse('month=2027-02&date=2026-12-24'), today), '2026-12-24')
})

test('each view has its days, its words and its neighbours', () => {
  assert.deepEqual(shownDays('month', '2028-02-10'), { first: '2028-02-01', last: '2028-02-29' })
  assert.deepEqual(shownDays('week', '2026-11-15'), { first: '2026-11-15', last: '2026-11-21' }, 'a Sunday')
  assert.deepEqual(shownDays('week', '2027-01-02'), { first: '2026-12-27', last: '2027-01-02' }, 'a Saturday')
  assert.deepEqual(shownDays('agenda', today), { first: today, last: '2026-12-14' })
  assert.deepEqual(shownDays('day', today), { first: today, last: today })

  assert.deepEqual(readDays('month', '2026-12-10'), { first: '2026-11-29', last: '2027-01-02' }, 'whole weeks')
  assert.deepEqual(readDays('day', today), { first: today, last: today })

  assert.equal(shownWords('month', today), 'November 2026')
  assert.equal(shownWords('week', today), 'Nov 15 – 21, 2026')
  assert.equal(shownWords('week', '2027-01-02'), 'Dec 27, 2026 – Jan 2, 2027')
  assert.equal(shownWords('agenda', today), 'Nov 15 – Dec 14, 2026')
  assert.equal(shownWords('day', today), 'Sunday, November 15, 2026')

  for (const view of ['week', 'agenda', 'day'] as const) {
    const next = stepFrom(view, today, 1) as string
    assert.equal(stepFrom(view, next, -1), today)
    assert.ok(shownDays(view, next).first > shownDays(view, today).last, `${view} shows no day twice`)
  }
  assert.equal(stepFrom('month', '2026-01-31', 1), '2026-02-01')
  assert.equal(stepFrom('day', '1970-01-01', -1), null)
  assert.equal(stepFrom('week', '2199-12-30', 1), null)
})

test('a search has a few words, and a star is none', () => {
  assert.deepEqual(searchWords(' pool,  party* 100% '), ['pool', 'party', '100%'])
  assert.equal(searchWords('a b c d e f g h').length, 6)
})
