// The reminder of the evening before, for those who signed up for what an event needs.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import type { Mail } from '#messages/email/carrier.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { remindSlots } from '#worker/jobs/remind-slots.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

const clock = { time: '', now: () => new Date(clock.time) }
const sent: { to: string; subject: string; text: string }[] = []
let failure: Error | null = null
const carrier = {
  send: async (mail: Mail) => {
    if (failure) throw failure
    sent.push({ to: mail.to, subject: mail.subject, text: mail.text })
    return {}
  },
  close: async () => {},
}

/** In Austin the event is at 5 pm on the 20th; the evening before begins at 23:00 UTC on the 19th. */
const START = '2031-07-20T22:00:00Z'
const EVENING = '2031-07-19T23:05:00Z'
let calendarId: string
let eventId: string
let slotId: string

beforeEach(async () => {
  failure = null
  sent.length = 0
  clock.time = EVENING
  const { pool } = database
  await settled()
  await pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  const owner = randomUUID()
  await pool.query(
    "insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'hash', now())",
    [owner, `${owner}@example.org`],
  )
  const one = async (text: string, values: unknown[]): Promise<string> => (await pool.query(text, values)).rows[0].id
  calendarId = await one(
    "insert into public.calendars (name, owner_id, state, city) values ('Elm Street', $1, 'Texas', 'Austin') returning id",
    [owner],
  )
  eventId = await one(
    `insert into public.events (calendar_id, title, start_time, end_time, category)
     values ($1, 'Block party', $2, $2::timestamptz + interval '2 hours', 'Event') returning id`,
    [calendarId, START],
  )
  slotId = await one(
    `insert into public.event_slots (event_id, calendar_id, kind, title, wanted)
     values ($1, $2, 'help', 'Grill 5–7pm', 9) returning id`,
    [eventId, calendarId],
  )
})

async function signUp(email: string, more: { confirmed?: string | null; amount?: number } = {}) {
  const { confirmed = '2031-07-01T12:00:00Z', amount = 1 } = more
  const { rows } = await database.pool.query(
    `with person as (
       insert into public.slot_signups (event_id, calendar_id, email, name, confirmed_at) values ($1, $2, $3, 'Rosa', $4) returning id
     )
     insert into public.slot_amounts (signup_id, slot_id, amount) select id, $5, $6 from person returning signup_id`,
    [eventId, calendarId, email, confirmed, slotId, amount],
  )
  return rows[0].signup_id as string
}

/** The queue unlocks a job a moment after the run that it ended in. */
async function settled() {
  const locked = 'select from graphile_worker._private_jobs where locked_at is not null'
  while ((await database.pool.query(locked)).rowCount) await setImmediate()
}

async function run() {
  const { pool } = database
  const letters = {
    pool,
    log: testLog('debug', []),
    clock,
    carrier,
    linkSecret: 'a link secret of forty characters or so.',
    siteUrl: 'https://town.example',
    mailFrom: 'bell@town.example',
    mailFromSuffix: 'via Townbell',
    supportEmail: 'help@town.example',
    postalAddress: 'Townbell, 1 Town Square, Springfield, IL 62701, USA',
  }
  await remindSlots({ pool, clock })({}, undefined as never)
  await settled()
  await pool.query('update graphile_worker._private_jobs set run_at = now()')
  const logger = new Logger(() => () => {})
  await runOnce({ pgPool: pool, taskList: { 'send-letter': sendLetter(letters) }, noHandleSignals: true, logger })
}

const recipients = () => sent.map(({ to }) => to)
const change = (text: string) => database.pool.query(text)

test('the evening before, everybody who signed up gets one mail with what they have and their link', async () => {
  await signUp('ann@example.org', { amount: 2 })
  await signUp('never-confirmed@example.org', { confirmed: null })
  await signUp('tonight@example.org', { confirmed: '2031-07-19T23:01:00Z' })
  clock.time = '2031-07-19T22:55:00Z'
  await run()
  assert.deepEqual(recipients(), [])
  clock.time = EVENING
  await Promise.all([run(), run()])
  await run()
  assert.deepEqual(recipients(), ['ann@example.org'])
  assert.equal(sent[0]?.subject, 'Tomorrow: Block party (Elm Street)')
  assert.match(sent[0]?.text ?? '', /You signed up for: Grill 5–7pm \(2\)/)
  assert.match(sent[0]?.text ?? '', /town\.example\/slots\?t=[\w-]+/)
})

test('nobody is reminded of an event that is off, nor who gave back, unsubscribed or complained', async () => {
  await signUp('ann@example.org')
  await change(`update public.events set status = 'cancelled' where id = '${eventId}'`)
  await run()
  await change(`update public.events set status = 'scheduled' where id = '${eventId}'`)
  await change(`delete from public.slot_signups where event_id = '${eventId}'`)
  await signUp('gone@example.org')
  await signUp('angry@example.org')
  await change(`insert into public.opt_outs (calendar_id, email) values ('${calendarId}', 'gone@example.org')`)
  await change(
    `insert into public.suppressions (channel, address, reason) values ('email', 'angry@example.org', 'complaint')`,
  )
  await run()
  await change(
    `update public.calendars set sending_paused_at = now(), sending_paused_by = 'admin', sending_paused_reason = 'test' where id = '${calendarId}'`,
  )
  await signUp('paused@example.org')
  await run()
  assert.deepEqual(recipients(), [])
})

test('a carrier that is busy is tried again; a worker that died while sending does not send twice', async () => {
  const id = await signUp('ann@example.org')
  failure = new Error('421 try again later')
  await run()
  failure = null
  const state = async () =>
    (await database.pool.query('select reminder from public.slot_signups where id = $1', [id])).rows[0].reminder
  assert.equal(await state(), 'planned')
  await run()
  assert.deepEqual([recipients(), await state()], [['ann@example.org'], 'sent'])
  // As after kill -9: the job runs again, and nobody knows whether the carrier has the mail.
  await database.pool.query(`select private.send_letter('slots/reminder', json_build_object('signup', $1::uuid))`, [id])
  await change(`update public.slot_signups set reminder = 'committing' where id = '${id}'`)
  await run()
  assert.deepEqual(recipients(), ['ann@example.org'])
})

test('an event that moves to another day gets its reminder the evening before that day', async () => {
  await signUp('ann@example.org')
  await run()
  await change(
    `update public.events set start_time = start_time + interval '7 days', end_time = end_time + interval '7 days' where id = '${eventId}'`,
  )
  await run()
  assert.equal(sent.length, 1)
  clock.time = '2031-07-26T23:05:00Z'
  await run()
  assert.equal(sent.length, 2)
})
