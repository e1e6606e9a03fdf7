import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readIcs as readLazily } from './ics.ts'
import type { ImportedOnce, ImportedSeries } from './item.ts'

// The same questions in every check, so that a change is judged by itself; the long run asks new ones.
if (!process.env.TOWNBELL_LONG) fc.configureGlobal({ seed: 1 })

const HOME = 'America/Chicago'
const readIcs = (text: string, home: string) => [...(readLazily(text, home) ?? [])]
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const entries = (...events: string[]) => readIcs(calendar(...events), HOME)
const once = (...lines: string[]) => entries(event('UID:1', 'SUMMARY:Fair', ...lines))[0]?.item as ImportedOnce
const series = (...lines: string[]) => entries(event('UID:1', 'SUMMARY:Choir', ...lines))[0]?.item as ImportedSeries
const problems = (...events: string[]) => entries(...events).map(({ problem }) => problem)
const times = ({ start_time, end_time, all_day }: ImportedOnce) => [start_time, end_time, all_day]

test('times are read in UTC, in a zone by any of its names, or on the calendar’s clock', () => {
  const july = ['2026-07-04T23:00:00.000Z', '2026-07-05T01:00:00.000Z', false]
  for (const [start, end] of [
    ['DTSTART:20260704T230000Z', 'DTEND:20260705T010000Z'],
    ['DTSTART;TZID=America/Chicago:20260704T180000', 'DURATION:PT2H'],
    ['DTSTART;TZID="Central Standard Time":20260704T180000', 'DTEND;TZID="Eastern Standard Time":20260704T210000'],
    ['DTSTART;TZID=/citadel.org/20260101_1/America/Chicago:20260704T180000', 'DURATION:P0DT120M'],
    ['DTSTART;TZID=US/Central:20260704T180000', 'DURATION:PT7200S'],
    ['DTSTART:20260704T180000', 'DTEND:20260704T200000'],
  ] as const) {
    assert.deepEqual(times(once(start, end)), july, start)
  }
})

test('a zone named like a property of every object is an unknown zone', () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    assert.deepEqual(
      problems(event('UID:1', 'SUMMARY:Fair', `DTSTART;TZID=${name}:20260704T180000`, 'DURATION:PT2H')),
      [problems(event('UID:1', 'SUMMARY:Fair', 'DTSTART;TZID=Atlantis:20260704T180000', 'DURATION:PT2H'))[0]],
    )
})

test('a zone that only its definition tells is the one whose clock is the same', () => {
  const zone = (name: string, summer: string, winter: string) =>
    calendar(
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      ...['BEGIN:STANDARD', 'DTSTART:16010101T020000', `TZOFFSETFROM:${summer}`, `TZOFFSETTO:${winter}`],
      ...['RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', `TZOFFSETFROM:${winter}`, `TZOFFSETTO:${summer}`],
      ...['RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
      event('UID:1', 'SUMMARY:Call', `DTSTART;TZID=${name}:20260704T180000`, 'RRULE:FREQ=WEEKLY'),
    )
  const found = (summer: string, winter: string) => {
    const [entry] = readIcs(zone('Customized Time Zone', summer, winter), HOME)
    return entry?.item?.kind === 'series' ? entry.item.time_zone : undefined
  }
  assert.equal(found('-0700', '-0800'), 'America/Los_Angeles')
  assert.equal(found('-0500', '-0600'), null, 'the calendar’s own')
  assert.equal(readIcs(zone('Nowhere', '+0333', '+0233'), HOME)[0]?.problem, 'unknownZone')
  assert.deepEqual(problems(event('UID:1', 'SUMMARY:X', 'DTSTART;TZID=Nowhere:20260704T180000')), ['unknownZone'])
})

test('whole days, several days, nights, and events without an end', () => {
  assert.deepEqual(times(once('DTSTART;VALUE=DATE:20260704')), [
    '2026-07-04T05:00:00.000Z',
    '2026-07-05T05:00:00.000Z',
    true,
  ])
  assert.deepEqual(
    times(once('DTSTART;VALUE=DATE:20260704', 'DTEND;VALUE=DATE:20260707'))[1],
    '2026-07-07T05:00:00.000Z',
  )
  assert.deepEqual(times(once('DTSTART:20260704T220000', 'DTEND:20260706T060000'))[1], '2026-07-06T11:00:00.000Z')
  assert.deepEqual(times(once('DTSTART:20260704T180000'))[1], '2026-07-05T00:00:00.000Z', 'an hour')
  assert.deepEqual(problems(event('UID:1', 'SUMMARY:X', 'DTSTART:20260704T180000', 'DTEND:20260704T170000')), [
    'endsBefore',
  ])
  assert.deepEqual(problems(event('UID:1', 'SUMMARY:X', 'DTSTART;VALUE=DATE:20260704', 'DURATION:P32D')), ['tooLong'])
  assert.deepEqual(problems(event('UID:1', 'SUMMARY:X', 'DTSTART:18990704T180000')), ['outOfRange'])
  assert.deepEqual(problems(event('UID:1', 'SUMMARY:X', 'DTSTART:20260230T180000')), ['badTime'])
})

test('a series keeps its rule, its extra and left-out days, and its exceptions', () => {
  const lines = [
    'UID:c',
    'SUMMARY:Choir',
    'DTSTART;TZID=America/Chicago:20260706T190000',
    'DTEND;TZID=America/Chicago:20260706T203000',
  ]
  const [entry] = entries(
    event(
      ...lines,
      'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260901T000000Z',
      'EXDATE:20260714T000000Z',
      'RDATE;TZID=America/Chicago:20260708T190000,20260709T150000',
      'SEQUENCE:2',
    ),
    event('UID:c', 'SUMMARY:Guests', 'RECURRENCE-ID:20260728T000000Z', 'DTSTART;VALUE=DATE:20260728', 'SEQUENCE:5'),
    event(
      'UID:c',
      'SUMMARY:Beside',
      'RECURRENCE-ID;TZID=America/Chicago:20260801T190000',
      'DTSTART:20260801T190000',
      'STATUS:CANCELLED',
    ),
  )
  const item = entry?.item as ImportedSeries
  assert.deepEqual(
    [item.starts_on, item.starts_at, item.ends_at, item.end_days, item.time_zone],
    ['2026-07-06', '19:00', '20:30', 0, null],
  )
  assert.equal(item.rrule, 'FREQ=WEEKLY;UNTIL=20260831;BYDAY=MO')
  assert.deepEqual(item.exdates, ['2026-07-13'])
  assert.deepEqual(item.rdates, ['2026-07-08', '2026-07-09', '2026-08-01'])
  assert.deepEqual(
    item.exceptions.map(({ series_day, title, all_day, status, sequence }) => [
      series_day,
      title,
      all_day,
      status,
      sequence,
    ]),
    [
      ['2026-07-09', 'Choir', false, 'scheduled', 0],
      ['2026-07-27', 'Guests', true, 'scheduled', 3],
      ['2026-08-01', 'Beside', false, 'cancelled', 0],
    ],
  )
  assert.equal(item.exceptions[0]?.start_time, '2026-07-09T20:00:00.000Z', 'at the hour its RDATE says')
})

test('DTSTART happens first, whether or not the rule would choose it', () => {
  const item = series('DTSTART:20260701T190000', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3')
  assert.deepEqual(
    [item.starts_on, item.rdates, item.rrule],
    ['2026-07-06', ['2026-07-01'], 'FREQ=WEEKLY;COUNT=2;BYDAY=MO'],
  )
  assert.equal(
    series('DTSTART:20260701T190000', 'RRULE:FREQ=DAILY;UNTIL=99991231;BYHOUR=19;BYMINUTE=0').rrule,
    'FREQ=DAILY',
  )
  const extra = series('DTSTART;VALUE=DATE:20260701', 'RDATE;VALUE=DATE:20260708')
  assert.deepEqual([extra.rrule, extra.rdates, extra.all_day], ['FREQ=DAILY;COUNT=1', ['2026-07-08'], true])
})

test('rules that are too much, and dates that cannot stand alone, are told one by one', () => {
  const repeated = (rule: string) => event(`UID:${rule}`, 'SUMMARY:X', 'DTSTART:20260701T190000Z', `RRULE:${rule}`)
  assert.deepEqual(
    problems(
      repeated('FREQ=HOURLY'),
      repeated('FREQ=DAILY;COUNT=1001'),
      repeated('FREQ=SOMETIMES'),
      event('UID:a', 'DTSTART:20260701T190000Z'),
      event('UID:b', 'SUMMARY:Doctor', 'CLASS:PRIVATE', 'DTSTART:20260701T190000Z'),
      event('UID:c', 'SUMMARY:X'),
    ),
    ['tooOften', 'tooMany', 'unreadable', 'noTitle', 'private', 'noStart'],
  )
  const master = event('UID:r', 'SUMMARY:X', 'DTSTART:20260701T190000Z', 'RRULE:FREQ=DAILY')
  const later = event(
    'UID:r',
    'SUMMARY:Y',
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20260703T190000Z',
    'DTSTART:20260703T190000Z',
  )
  assert.deepEqual(problems(master, later), [null, 'range'])
  const [alone] = entries(event('UID:r', 'SUMMARY:Y', 'RECURRENCE-ID:20260703T190000Z', 'DTSTART:20260703T190000Z'))
  assert.equal(alone?.item?.uid, 'r/20260703T190000Z')
})

test('words are unfolded, unescaped and made to fit; what names nobody is named the same every time', () => {
  const [entry] = entries(
    event(
      'DTSTART:20260704T180000',
      'SUMMARY;LANGUAGE="en;us":A\\, b\\; c\\\\n ',
      ' and on',
      'DESCRIPTION:one\\ntwo\\Nthree',
      'LOCATION:Hall\\, Main St',
      'CATEGORIES:Fun,alert',
      'GEO:30.26;-97.74',
    ),
  )
  const item = entry?.item as ImportedOnce
  assert.deepEqual(
    [item.title, item.description, item.location, item.category, item.latitude],
    ['A, b; c\\n and on', 'one\ntwo\nthree', 'Hall, Main St', 'Alert', 30.26],
  )
  assert.match(item.uid, /^import-[0-9a-f]{16}$/)
  assert.equal(once(`DESCRIPTION:${'x'.repeat(6000)}`, 'DTSTART:20260704T180000').description?.length, 5000)
  assert.equal(once('DTSTART:20260704T180000', 'DESCRIPTION:a\u202eb\u0007c').description, 'abc')
  assert.equal(
    entries(event('UID:long', `SUMMARY:${'🎉'.repeat(300)}`, 'DTSTART:20260704T180000'))[0]?.title.length,
    399,
  )
  const same = event('DTSTART:20260704T180000', 'SUMMARY:Fair')
  assert.equal(entries(same)[0]?.item?.uid, entries(same)[0]?.item?.uid)
})

test('what our own feeds put in front of the title of an alert is removed, and nobody else’s words are', () => {
  const titled = (title: string, ...lines: string[]) => {
    const [entry] = entries(event('UID:1', `SUMMARY:${title}`, 'DTSTART:20260704T180000', ...lines))
    return (entry?.item as ImportedOnce | undefined)?.title
  }
  const ours = ['CATEGORIES:Alert', 'X-TOWNBELL-ALERT:ALERT']
  assert.equal(titled('ALERT: Boil water', ...ours), 'Boil water')
  assert.equal(titled('ALL CLEAR: Boil water', ...ours), 'Boil water')
  assert.equal(titled('ALERT: MOVED – Drill', ...ours, 'X-TOWNBELL-STATUS:MOVED'), 'Drill')
  assert.equal(titled('FULL – Drill', 'X-TOWNBELL-STATUS:FULL'), 'Drill')
  assert.equal(titled('ALERT: Boil water', 'CATEGORIES:Alert'), 'ALERT: Boil water')
})

test('a file that is too long is read as far as it may be', () => {
  const many = Array.from({ length: 5003 }, (_, n) => event(`UID:${n}`, 'SUMMARY:X', 'DTSTART:20260704T180000'))
  const read = entries(...many)
  assert.equal(read.length, 5001)
  assert.deepEqual([read.at(-1)?.title, read.at(-1)?.problem], ['3 more', 'tooMany'])
})

test('whatever a file holds, reading it ends, with entries or with nothing', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        'BEGIN:VCALENDAR',
        'END:VCALENDAR',
        'BEGIN:VEVENT',
        'END:VEVENT',
        'BEGIN:VTIMEZONE',
        'END:VTIMEZONE',
        'UID:1',
        'SUMMARY:x',
      ],
      ...[
        'DTSTART:20260704T180000Z',
        'DTSTART;VALUE=DATE:20260704',
        'DTEND:20260704',
        'DURATION:P1W',
        'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      ],
      ...[
        'RRULE:FREQ=DAILY;INTERVAL=999',
        'EXDATE:20260704',
        'RDATE;VALUE=PERIOD:20260704T180000Z/PT1H',
        'RECURRENCE-ID:20260704',
        'TZID:X',
        'TZOFFSETTO:-0500',
      ],
      ...[
        'DTSTART;TZID=X:20260704T180000',
        ' folded',
        'GEO:x;y',
        'SEQUENCE:-1',
        ';;;:::',
        'DTSTART;TZID="unclosed:20260704',
      ],
    ),
    fc.string({ maxLength: 30 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (lines) => {
      const read = readIcs(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${lines.join('\n')}`, HOME)
      assert.ok(Array.isArray(read))
      for (const { item, problem } of read) assert.equal(item === null, problem !== null)
    }),
  )
})
