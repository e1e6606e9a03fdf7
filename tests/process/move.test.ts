// A town moves to another installation with `townbell export` and `townbell import`: who was mailed there is not mailed again here.
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import { readPicture } from '#server/functions/picture/picture.ts'
import { addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { png } from '#testing/pictures.ts'
import { caught, openSendingFixture } from '#testing/sending-fixture.ts'
import { dataFolder, removeFolder } from '#testing/townbell.ts'
import { admin } from '../../bin/admin.ts'
import { exportCalendars } from '../../bin/export.ts'
import { importCalendars } from '../../bin/import.ts'

const folder = dataFolder()
const file = join(folder, 'town.ndjson')
const clock = fixedClock('2025-07-04T12:50:00Z')
const people = ['ann@example.org', 'bob@example.org']
const picture = readPicture(png())
let old: TestDatabase
let other: TestDatabase
let calendar: TestCalendar

before(async () => {
  ;[old, other] = await Promise.all([testDatabase({ max: 6 }), testDatabase({ max: 6 })])
  process.env.TOWNBELL_DATA = folder
  calendar = await makeCalendar(old.pool, { emails: people })
  await addEvent(old.pool, calendar, { title: 'Parade', day: '2025-07-04' })
  await addEvent(old.pool, calendar, { title: 'Clean-up', day: '2025-07-05' })
  await old.pool.query('insert into private.event_images (calendar_id, name, bytes) values ($1, $2, $3)', [
    calendar.id,
    picture.name,
    picture.bytes,
  ])
})
after(async () => {
  await Promise.all([old.close(), other.close()])
  removeFolder(folder)
})

/** Runs a command on one of the databases; returns what it says. */
async function on({ url }: TestDatabase, run: () => Promise<void>): Promise<string> {
  process.env.DATABASE_URL = url
  const methods = [mock.method(console, 'log', () => {}), mock.method(console, 'error', () => {})]
  try {
    await run()
    return methods.flatMap(({ mock: { calls } }) => calls.map(({ arguments: [text] }) => String(text))).join('\n')
  } finally {
    for (const method of methods) method.mock.restore()
  }
}

/** Lives through a minute of the schedule. */
async function minute(database: TestDatabase, at: string): Promise<void> {
  clock.set(at)
  const fixture = await openSendingFixture(database.pool, clock)
  await fixture.minute()
  await fixture.close()
}

/** Returns who of the contacts was mailed: the owner also learns of the pause. */
const mailed = async ({ pool }: TestDatabase) =>
  (await caught(pool))
    .map(({ recipient }) => recipient)
    .filter((recipient) => people.includes(recipient))
    .toSorted()

test('a move in the middle of a day: nobody is mailed twice, and the next day comes from the new place', async () => {
  await minute(old, '2025-07-04T13:00:00Z')
  assert.deepEqual(await mailed(old), people)

  const warned = await on(old, () => exportCalendars([calendar.id, join(folder, 'early.ndjson')]))
  assert.match(warned, /Barton Hills goes on sending here/)
  await on(old, () => admin(['pause', calendar.id, 'Moving']))
  const said = await on(old, () => exportCalendars([calendar.id, file]))
  assert.match(said, /^Exported 1 calendar to .*town\.ndjson \(\d+ bytes\)\.\nThe file holds personal data/)
  assert.equal(statSync(file).mode & 0o777, 0o600)

  const checked = await on(other, () => importCalendars(['--check', file]))
  assert.match(
    checked,
    /^Barton Hills will belong to owner-.*: 0 confirmed and 2 unconfirmed contacts\.\n.*\nWill add 1 account without a password/m,
  )
  assert.match(checked, /Checked: it can be imported\. Nothing was changed\.$/)
  assert.equal((await other.pool.query('select from auth.users')).rowCount, 0)

  const taken = await on(other, () => importCalendars([file]))
  assert.match(
    taken,
    /^A file of .* from http.*, made by an operator\.\nBarton Hills is #\d+ here and belongs to owner-.*: 0 confirmed and 2 unconfirmed contacts\./,
  )
  assert.match(taken, /Added 1 account without a password \(owner-.*\): they choose one by “Forgot password\?”\./)
  assert.match(taken, /Nothing was sent, and sending is paused\./)
  const [, words = ''] = /townbell admin (moved \S+ \S+ k\S+)$/m.exec(taken) ?? []

  await minute(other, '2025-07-04T13:30:00Z')
  assert.deepEqual(await mailed(other), [], 'paused')
  const done = await on(old, () => admin(words.split(' ')))
  assert.match(done, /^Barton Hills sends nothing any more, and its addresses lead to http:\/\/localhost:\d+\./)
  const { rows: moves } = await old.pool.query('select key from private.moved_calendars')
  assert.equal(moves[0].key, words.split(' ').at(-1))
  await on(other, () => admin(['resume', calendar.id]))
  await minute(other, '2025-07-04T13:31:00Z')
  assert.deepEqual(await mailed(other), [], 'the day’s mail left from the old place')
  await minute(old, '2025-07-05T13:00:00Z')
  await minute(other, '2025-07-05T13:00:00Z')
  assert.deepEqual(await mailed(old), people, 'the old place is silent')
  assert.deepEqual(await mailed(other), people)

  const { rows } = await other.pool.query('select bytes from private.event_images where name = $1', [picture.name])
  assert.deepEqual(rows[0].bytes, picture.bytes)
})

test('words that are wrong, and files that are, get one sentence', async () => {
  const refused = async (run: () => Promise<void>, says: RegExp) => assert.rejects(on(other, run), says)
  await refused(() => exportCalendars([calendar.id]), /^UsageError: Usage: townbell export/)
  await refused(() => exportCalendars(['1', file]), /There is no calendar 1/)
  await refused(() => exportCalendars(['nobody@example.org', file]), /No account has the address/)
  for (const to of [
    '',
    'new.example',
    'ftp://new.example',
    'https://new.example/town',
    'https://me@new.example',
    'javascript:alert(1)',
  ])
    await assert.rejects(
      on(old, () => admin(['moved', calendar.id, to])),
      /Say where it lives now/,
      to,
    )
  assert.match(
    await on(old, () => admin(['moved', calendar.id, 'undo'])),
    /leads nowhere else\. It is still hidden and paused/,
  )
  await assert.rejects(
    on(old, () => admin(['moved', calendar.id, 'undo'])),
    /Barton Hills has not moved/,
  )
  await refused(() => importCalendars([]), /Usage: townbell import/)
  await refused(() => importCalendars([join(folder, 'none')]), /Cannot read .*: ENOENT/)
  await refused(() => importCalendars([folder]), /Cannot read .*: EISDIR/)
  await refused(
    () => importCalendars([file]),
    /“Barton Hills” is here already, as #\d+\. A file is imported once\. Nothing was changed\./,
  )
  await refused(() => importCalendars(['--owner', 'nobody@example.org', file]), /No account has the address/)
  const changed = join(folder, 'changed.ndjson')
  writeFileSync(changed, readFileSync(file, 'utf8').replace('Parade', 'Parody'))
  await refused(() => importCalendars([changed]), /is here already|checksum/)
})

test('a picture that is none, and a row that no check lets in, are refused in an empty place, too', async () => {
  const empty = await testDatabase({ max: 2 })
  try {
    const text = readFileSync(file, 'utf8')
    for (const [from, to, says] of [
      [
        picture.name,
        `${'f'.repeat(32)}-1x1.png`,
        /"f{32}-1x1\.png" is not the picture that it says\. Nothing was changed\./,
      ],
      [
        '"Parade"',
        '"Par\\nade"',
        /A row of public\.events is none that can be stored here \(events_title_check\)\. Nothing was changed\./,
      ],
      ['"Parade"', '"Parody"', /This is not a whole calendar file: its checksum does not fit/],
    ] as const) {
      const changed = join(folder, 'changed.ndjson')
      writeFileSync(changed, text.replaceAll(from, to))
      await assert.rejects(
        on(empty, () => importCalendars([changed])),
        says,
      )
      assert.equal((await empty.pool.query('select from auth.users')).rowCount, 0)
    }
    const { rows } = await empty.pool.query(`insert into auth.users (email, encrypted_password, email_confirmed_at)
      values ('mayor@example.org', 'hash', now()) returning id`)
    const said = await on(empty, () => importCalendars(['--owner', 'Mayor@example.org', file]))
    assert.match(said, /belongs to mayor@example\.org/)
    assert.deepEqual((await empty.pool.query('select owner_id from public.calendars')).rows, [{ owner_id: rows[0].id }])
  } finally {
    await empty.close()
  }
})
