// The confirmation text to a follower's number, over a stand-in for Twilio that works and fails.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import { createTwilio } from '#messages/sms/twilio.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { startTwilioApi, type TwilioApi } from '#testing/twilio-api.ts'
import { sendConfirmationText } from '#worker/jobs/send-confirmation-text.ts'

let database: TestDatabase
let twilio: TwilioApi
let calendar: string
before(async () => {
  database = await testDatabase({ max: 4 })
  twilio = await startTwilioApi()
  const owner = randomUUID()
  await database.pool.query(
    "insert into auth.users (id, email, encrypted_password) values ($1, 'o@example.org', 'hash')",
    [owner],
  )
  await database.pool.query('update public.profiles set trial = false where user_id = $1', [owner])
  const { rows } = await database.pool.query(
    "insert into public.calendars (name, owner_id, state, city) values ('Elm Street', $1, 'Texas', 'Austin') returning id",
    [owner],
  )
  calendar = rows[0].id
})
after(async () => {
  await twilio.close()
  await database.close()
})

let numbers = 0
/** Queues a confirmation text, as the confirm function does. */
async function ask(): Promise<string> {
  const phone = `+1512555${String(++numbers).padStart(4, '0')}`
  await database.pool.query(queueQuestion, [calendar, phone])
  return phone
}

/** Runs the jobs that are due, and makes failed ones due again. */
async function work(): Promise<void> {
  const { accountSid, authToken, url: apiUrl } = twilio
  const statusUrl = 'https://town.example/webhooks/twilio/status'
  const carrier = createTwilio({ accountSid, authToken, from: '+15125550100', statusUrl, apiUrl })
  const task = sendConfirmationText({ pool: database.pool, carrier, log: testLog('debug') })
  const logger = new Logger(() => () => {})
  await runOnce({ pgPool: database.pool, taskList: { 'send-confirmation-text': task }, noHandleSignals: true, logger })
  // The queue writes down how a job ended a moment after `runOnce` is done.
  while ((await database.pool.query(underWay)).rowCount) await pause(5)
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
}

const textsTo = (phone: string) => twilio.messages.filter(({ to }) => to === phone)

async function question(phone: string) {
  const { rows } = await database.pool.query(
    `select provider_id, last_error, sent_at is not null as sent,
      (select reason from public.suppressions where address = $1) as suppressed
    from private.phone_confirmations where phone = $1`,
    [phone],
  )
  return rows[0]
}

const jobs = async () =>
  (await database.pool.query('select count(*)::int as count from graphile_worker.jobs')).rows[0].count

test("the confirmation text is sent once and stores the provider's id", async () => {
  const phone = await ask()
  await work()
  await work()
  const [text, ...others] = textsTo(phone)
  assert.equal(others.length, 0)
  assert.match(text?.body ?? '', /^Townbell: Reply YES to get texts about events from Elm Street\./)
  assert.deepEqual(await question(phone), { provider_id: text?.sid, last_error: null, sent: true, suppressed: null })
})

test('a text whose answer was lost is looked up at the carrier, not sent again', async () => {
  const phone = await ask()
  twilio.answers.push('hang')
  await work()
  assert.equal((await question(phone)).sent, false)
  assert.equal(await jobs(), 1)
  await work()
  assert.equal(textsTo(phone).length, 1)
  assert.equal((await question(phone)).sent, true)
})

test('the text waits while Twilio is busy or failing', async () => {
  const phone = await ask()
  for (const answer of [500, 429]) {
    twilio.answers.push(answer)
    await work()
    assert.deepEqual(textsTo(phone), [])
  }
  await work()
  assert.equal(textsTo(phone).length, 1)
  assert.equal(await jobs(), 0)
})

test('a number that replied STOP, or is invalid, is not tried again', async () => {
  for (const [code, suppressed] of [
    [21610, 'stop'],
    [21614, 'bounce'],
  ] as const) {
    const phone = await ask()
    twilio.answers.push(code)
    await work()
    assert.equal(await jobs(), 0)
    assert.deepEqual(await question(phone), { provider_id: null, last_error: `400 ${code}`, sent: false, suppressed })
  }
})

test('a text that was answered, withdrawn or stopped meanwhile is not sent', async () => {
  const [answered, gone, stopped] = [await ask(), await ask(), await ask()]
  await database.pool.query('update private.phone_confirmations set confirmed_at = now() where phone = $1', [answered])
  await database.pool.query('delete from public.calendar_contacts where contact_value = $1', [gone])
  await database.pool.query("select private.suppress('sms', $1, 'stop', null, now())", [stopped])
  await work()
  assert.deepEqual([answered, gone, stopped].flatMap(textsTo), [])
  assert.equal(await jobs(), 0)
})

const underWay = 'select from graphile_worker._private_jobs where locked_at is not null'

const queueQuestion = `
  with contact as (
    insert into public.calendar_contacts (calendar_id, contact_type, contact_value, source) values ($1, 'phone', $2, 'follow')
    returning id
  ), question as (
    insert into private.phone_confirmations (contact_id, phone) select id, $2 from contact returning id
  )
  select graphile_worker.add_job('send-confirmation-text', json_build_object('confirmation', id), max_attempts := 5) from question`
