import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessCsvColumns, guessDateOrder, readCsv, readEventTable } from './csv.ts'
import { readDate, readTime } from './csv-dates.ts'
import type { ImportedOnce } from './item.ts'

const home = 'America/Chicago'
const read = (text: string) => {
  const table = readEventTable(text)
  const columns = guessCsvColumns(table)
  return [...readCsv(table, { columns, order: guessDateOrder(table, columns), home })]
}

test('a title is read without its HTML, also where a row is refused', () => {
  const [kept, refused] = read('Title,Date\n<b>Choir</b> &amp; tea,7/4/2026\nSoup &amp; bread,soon')
  assert.deepEqual([kept?.title, refused?.title], ['Choir & tea', 'Soup & bread'])
  assert.equal((kept?.item as ImportedOnce | undefined)?.title, 'Choir & tea')
})

test('dates and times as people write them', () => {
  for (const cell of [
    '2026-07-04',
    '7/4/2026',
    '07/04/26',
    '4.7.2026',
    'July 4, 2026',
    'Sat, Jul 4th 2026',
    '4 July 2026',
    '20260704',
  ])
    assert.equal(readDate(cell, 'mdy')?.day, '2026-07-04', cell)
  assert.equal(readDate('4/7/2026', 'dmy')?.day, '2026-07-04')
  assert.deepEqual(readDate('2026-07-04T18:30:00Z', 'mdy'), { day: '2026-07-04', time: '18:30', isUtc: true })
  assert.equal(readDate('7/4/2026 6:30 PM', 'mdy')?.time, '18:30')
  for (const cell of ['', 'soon', '2026-02-30', '13/13/2026', '1/1/0026', '2026-07-04 25:00'])
    assert.equal(readDate(cell, 'mdy'), null, cell)
  for (const [cell, time] of [
    ['6pm', '18:00'],
    ['6:30 p.m.', '18:30'],
    ['12 AM', '00:00'],
    ['noon', '12:00'],
    ['18:05', '18:05'],
    ['', null],
    ['6', 'wrong'],
    ['13pm', 'wrong'],
    ['late', 'wrong'],
  ] as const)
    assert.equal(readTime(cell), time, cell)
})

test('columns are found by their names, and the order of dates by the dates', () => {
  const table = readEventTable(
    'Subject;Start Date;Start Time;End Date;End Time;Location;Description\nA;31/12/2026;18:00;;19:00;Hall;"a\nb"\n',
  )
  const columns = guessCsvColumns(table)
  assert.deepEqual(columns, {
    title: 0,
    date: 1,
    start: 2,
    end_date: 3,
    end: 4,
    location: 5,
    description: 6,
    location_name: null,
    link_url: null,
    category: null,
  })
  assert.equal(guessDateOrder(table, columns), 'dmy')
  assert.equal(guessDateOrder(readEventTable('Title,Date\nA,1/2/2026\n'), columns), 'mdy')
})

test('each row is an event, or says why it is none', () => {
  const rows = read(
    'Title,Date,Start,End,Category\nSoup,7/4/2026,6pm,8pm,alert\nNight,7/4/2026,10pm,2am,\nHoliday,7/4/2026,,,\nShort,7/4/2026,9:00,,\n,7/4/2026,,,\nWhen,,,,\nLate,7/4/2026,late,,\n',
  )
  assert.deepEqual(
    rows.map(({ problem }) => problem),
    [null, null, null, null, 'noTitle', 'noStart', 'badTime'],
  )
  const items = rows.slice(0, 4).map(({ item }) => item as ImportedOnce)
  assert.deepEqual(
    items.map(({ start_time, end_time, all_day, category }) => [
      start_time.slice(5, 16),
      end_time.slice(5, 16),
      all_day,
      category,
    ]),
    [
      ['07-04T23:00', '07-05T01:00', false, 'Alert'],
      ['07-05T03:00', '07-05T07:00', false, 'Event'],
      ['07-04T05:00', '07-05T05:00', true, 'Event'],
      ['07-04T14:00', '07-04T15:00', false, 'Event'],
    ],
  )
})

test('the same table names the same events again, and two alike are two', () => {
  const text = 'Title,Date,End Date\nFair,2026-07-04,2026-07-06\nFair,2026-07-04,2026-07-06\n'
  const uids = read(text).map(({ item }) => item?.uid)
  assert.deepEqual(
    read(text).map(({ item }) => item?.uid),
    uids,
  )
  assert.equal(new Set(uids).size, 2)
  const [first] = read(text).map(({ item }) => item as ImportedOnce)
  assert.equal(first?.end_time, '2026-07-07T05:00:00.000Z')
})

test('a link is taken as it is, or not at all', () => {
  const links = (header: string, ...cells: string[]) =>
    read(`Title,Date,${header}\n${cells.map((cell) => `A,2026-07-04,${cell}\n`).join('')}`).map(
      ({ item }) => (item as ImportedOnce).link_url,
    )
  for (const header of ['Link', 'URL', 'Website', 'Meeting link'])
    assert.deepEqual(links(header, ' https://a.org/x '), ['https://a.org/x'], header)
  assert.deepEqual(
    links('Link', 'javascript:alert(1)', 'https://me:pw@a.org', 'a.org', `https://a.org/${'x'.repeat(2048)}`),
    [null, null, null, null],
  )
})

test('what Outlook marks as private is skipped, and its whole days are whole days', () => {
  const file = [
    'Subject,Start Date,Start Time,End Date,End Time,All day event,Private,Sensitivity',
    'Camp,7/6/2031,12:00:00 AM,7/11/2031,12:00:00 AM,True,False,Normal',
    'Fair,7/4/2031,12:00:00 AM,7/5/2031,12:00:00 AM,TRUE,False,Normal',
    'Practice,7/4/2031,6:00:00 PM,7/4/2031,8:00:00 PM,False,False,Normal',
    'Doctor Ann,7/4/2031,9:00:00 AM,7/4/2031,10:00:00 AM,False,True,Normal',
    'Doctor Bob,7/4/2031,9:00:00 AM,7/4/2031,10:00:00 AM,False,False,Private',
  ].join('\r\n')
  const table = readEventTable(file)
  const columns = guessCsvColumns(table)
  const entries = readCsv(table, { columns, order: 'mdy', home: 'America/Chicago' })
  const days = entries.flatMap(({ item }) =>
    item && 'start_time' in item ? [[item.title, item.all_day, item.start_time, item.end_time]] : [],
  )
  assert.deepEqual(days, [
    ['Camp', true, '2031-07-06T05:00:00.000Z', '2031-07-11T05:00:00.000Z'],
    ['Fair', true, '2031-07-04T05:00:00.000Z', '2031-07-05T05:00:00.000Z'],
    ['Practice', false, '2031-07-04T23:00:00.000Z', '2031-07-05T01:00:00.000Z'],
  ])
  const refused = entries.filter(({ problem }) => problem)
  assert.deepEqual(
    refused.map(({ title, problem }) => [title, problem]),
    [
      ['', 'private'],
      ['', 'private'],
    ],
  )
  assert.ok(!JSON.stringify(entries).includes('Doctor'))
})
