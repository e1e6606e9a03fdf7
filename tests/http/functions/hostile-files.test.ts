// Files and bodies that are short to send and long to read: refused or read, but never on the thread that answers everybody.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays, dayInZone } from '#domain/dates.ts'
import { EVENT_IMAGE_BYTES_MAX, IMPORT_BYTES_MAX } from '#domain/limits.ts'
import { fileProblemTexts } from '#domain/texts/event-import.ts'
import { hostileCalendars, hostileTables, oddCalendars, oddTables, repetitions } from '#testing/hostile-files.ts'
import { longestTurn } from '#testing/longest-turn.ts'
import { parsers } from '#testing/parsers.ts'
import { growsFasterThanText } from '#testing/parsing-time.ts'
import { chunk, jpeg, png, riff, segment } from '#testing/pictures.ts'
import { type FunctionsFixture, openFunctionsFixture } from './fixture.ts'

/** 50 ms are the aim; on a machine that is busy with something else the same work takes up to three times the CPU time. */
const TURN_MAX = 150
/** Some systems count the time a thread waits for a CPU as its own. What blocks the thread does so each time. */
const TRIES = 5

let fixture: FunctionsFixture
let calendar: string
let owner: Record<string, string>

before(async () => {
  fixture = await openFunctionsFixture()
  calendar = await fixture.calendar({ trial: true })
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar])
  owner = await fixture.signedIn(rows[0].owner_id)
  // Loads and compiles what the requests below use.
  await send('/functions/v1/import-events', importBody('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'))
})
after(() => fixture.close())

const importBody = (text: string, more: object = {}) =>
  JSON.stringify({ calendar_id: calendar, text, dry_run: true, ...more })
const csv = { columns: { title: 0, description: 0, location: 0, date: 1 } }

type Sent = { status: number; text: string; ms: number }

async function send(path: string, body: BodyInit, headers: Record<string, string> = {}, tries = TRIES): Promise<Sent> {
  await fixture.pool.query('delete from private.rate_limits')
  const { result, ms } = await longestTurn(async () => {
    const response = await fixture.request(path, { method: 'POST', body, headers: { ...owner, ...headers } })
    return { status: response.status, text: await response.text() }
  })
  if (process.env.TOWNBELL_TURNS)
    console.log(`${ms.toFixed(0)} ms: ${path} ${result.status} ${result.text.slice(0, 90)}`)
  return ms < TURN_MAX || tries === 1 ? { ...result, ms } : send(path, body, headers, tries - 1)
}

function assertQuick(ms: number, what: string) {
  assert.ok(ms < TURN_MAX, `${what}: the server answered nobody for ${ms} ms`)
}

const events = async () =>
  (await fixture.pool.query('select count(*)::int from public.events where calendar_id = $1', [calendar])).rows[0].count

for (const [what, file] of Object.entries(hostileCalendars)) {
  test(`a calendar file of ${what} is refused with a sentence, and changes nothing`, async () => {
    const { status, text, ms } = await send('/functions/v1/import-events', importBody(file(), { dry_run: false }))
    assert.deepEqual([status, JSON.parse(text).error], [400, fileProblemTexts.tooComplex])
    assert.equal(await events(), 0)
    assertQuick(ms, what)
  })
}

for (const [what, file] of Object.entries(hostileTables)) {
  test(`a table of ${what} is refused with a sentence`, async () => {
    const { status, text, ms } = await send('/functions/v1/import-events', importBody(file(), { csv }))
    assert.deepEqual([status, JSON.parse(text).error], [400, fileProblemTexts.tooComplex])
    assertQuick(ms, what)
  })
}

for (const [what, file] of [...Object.entries(oddCalendars), ...Object.entries(oddTables)]) {
  test(`a file of ${what} is read, and holds up nobody`, async () => {
    const table = what in oddTables ? { csv } : {}
    const { status, text, ms } = await send('/functions/v1/import-events', importBody(file(), table))
    assert.equal(status, 200, text)
    assertQuick(ms, what)
  })
}

const bodies: Record<string, () => string> = {
  'nested arrays': () => '['.repeat(IMPORT_BYTES_MAX),
  'many objects': () => `[${'{},'.repeat(IMPORT_BYTES_MAX / 3)}{}]`,
  'many keys': () => `{${Array.from({ length: 400_000 }, (_, i) => `"k${i}":0`).join()}}`,
}
for (const [what, body] of Object.entries(bodies)) {
  test(`a request to import of ${what} is refused`, async () => {
    const { status, ms } = await send('/functions/v1/import-events', body())
    assert.equal(status, 400)
    assertQuick(ms, what)
  })
}

const day = addDays(dayInZone(new Date(), 'America/Chicago'), 3)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join()
const rules = {
  'that never comes': `FREQ=YEARLY;BYYEARDAY=${numbers(110)};BYMONTH=12`,
  'that comes every 28 years': 'FREQ=DAILY;COUNT=1000;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
  'of many positions': `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=${numbers(100)};BYMONTH=2;BYMONTHDAY=30`,
}
for (const [what, rrule] of Object.entries(rules)) {
  test(`a repeated event with a rule ${what} holds up nobody`, async () => {
    const times = { day, start: '09:00', end_day: day, end: '10:00', all_day: false }
    const event = { title: 'Leap', category: 'Event', include_in_mailer: false }
    const body = JSON.stringify({ calendar_id: calendar, event, times, rrule })
    const { status, ms, text } = await send('/functions/v1/save-event', body)
    assert.ok(status < 500, text)
    assertQuick(ms, what)
  })
}

const restBodies: [string, string, () => string][] = [
  ['commas', 'text/csv', () => ','.repeat(1024 * 1024)],
  ['rows', 'text/csv', () => 'a\n'.repeat(512 * 1024)],
  [
    'many columns',
    'text/csv',
    () => `${'a,'.repeat(400)}a\n${`${','.repeat(400)}\n`.repeat(2600)}`.slice(0, 1024 * 1024),
  ],
  ['pairs', 'application/x-www-form-urlencoded', () => 'a&'.repeat(512 * 1024)],
  ['objects', 'application/json', () => `[${'{},'.repeat(349_000)}{}]`],
  ['arrays in a row', 'application/json', () => `[{"title":[${'[],'.repeat(349_000)}[]]}]`],
  ['nested arrays', 'application/json', () => '['.repeat(1024 * 1024)],
  ['many rows', 'application/json', () => `[${'{"title":"x"},'.repeat(4999)}{"title":"x"}]`],
]
for (const [what, type, body] of restBodies) {
  test(`a write to the data API of ${what} (${type}) holds up nobody`, async () => {
    const { status, ms, text } = await send('/rest/v1/events', body(), { 'content-type': type })
    assert.ok(status < 500, `${status} ${text}`)
    assertQuick(ms, what)
  })
}

test('deep or long JSON to the other surfaces holds up nobody', async () => {
  for (const body of ['['.repeat(250_000), `[${'[],'.repeat(80_000)}[]]`, `{"a":${'{"a":'.repeat(40_000)}`])
    for (const path of ['/functions/v1/save-event', '/functions/v1/opt-out', '/auth/v1/token?grant_type=password']) {
      const { status, ms } = await send(path, body)
      assert.ok(status >= 400 && status < 500, `${path} ${status}`)
      assertQuick(ms, path)
    }
})

const pictures: Record<string, () => Buffer> = {
  'empty segments': () => jpeg({ before: Array.from({ length: 500_000 }, () => segment(0xfe, '')) }),
  'stuffed bytes': () => {
    const whole = jpeg()
    return Buffer.concat([
      whole.subarray(0, -2),
      Buffer.alloc(EVENT_IMAGE_BYTES_MAX - 200, Buffer.from([0xff, 0])),
      whole.subarray(-2),
    ])
  },
  'empty WebP chunks': () => riff(Array.from({ length: 300_000 }, () => ['JUNK', ''] as [string, string])),
  'empty PNG chunks': () => png({ before: Array.from({ length: 180_000 }, () => chunk('tEXt', '')) }),
}
for (const [what, picture] of Object.entries(pictures)) {
  test(`a picture of ${what} holds up nobody`, async () => {
    const body = new Uint8Array(picture())
    const headers = { 'content-type': 'application/octet-stream' }
    const { status, ms, text } = await send(`/functions/v1/add-event-image?calendar_id=${calendar}`, body, headers)
    assert.ok(status < 500, `${status} ${text}`)
    assertQuick(ms, what)
  })
}

for (const [name, parse] of Object.entries(parsers)) {
  test(`four times the text takes the parser no more than six times the time: ${name}`, () => {
    for (const [what, text] of Object.entries(repetitions)) {
      const slow = growsFasterThanText(parse, text)
      assert.ok(!slow, `${what}: ${slow}`)
    }
  })
}
