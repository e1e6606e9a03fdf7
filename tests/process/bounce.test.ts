// Runs the bounce command as a mail server does: a mail on standard input, an exit code back.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { minutes } from '#domain/durations.ts'
import type { Mail } from '#messages/email/carrier.ts'
import { replyAddress, returnAddress } from '#messages/verp.ts'
import { readConfig } from '#runtime/config.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { hostileReply } from '#testing/hostile-files.ts'
import { logCollector, testLog } from '#testing/log.ts'
import { startSmtp } from '#testing/smtp.ts'
import { dataFolder, removeFolder, until } from '#testing/townbell.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'
import { checkTestMail } from '../../bin/doctor/test-mail.ts'

const BIN = fileURLToPath(new URL('../../bin/townbell.js', import.meta.url))
const LINK_SECRET = 'a link secret of forty characters or so.'

let database: TestDatabase
let folder: string
before(async () => {
  database = await testDatabase()
  folder = dataFolder()
})
after(async () => {
  await database.close()
  removeFolder(folder)
})

async function run(input: string | Buffer, words: string[] = [], env: Record<string, string> = {}) {
  const settings = { PATH: process.env.PATH, TOWNBELL_DATA: folder, DATABASE_URL: database.url, LINK_SECRET, ...env }
  const child = spawn(process.execPath, [BIN, 'bounce', ...words], { env: settings, stdio: 'pipe' })
  let said = ''
  const keep = logCollector('bounce')
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
      keep(chunk)
    })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, said }
}

async function delivery(address: string) {
  const owner = randomUUID()
  await database.pool.query("insert into auth.users (id, email, encrypted_password) values ($1, $2, 'hash')", [
    owner,
    `${owner}@example.org`,
  ])
  const { rows } = await database.pool.query(insertDelivery, [owner, address, `<${randomUUID()}@town.example>`])
  return rows[0] as { id: string; calendar_id: string; message_id: string }
}

async function stateOf(id: string, address: string) {
  const { rows } = await database.pool.query(findState, [id, address])
  return [rows[0].state, rows[0].reason]
}

const report = (
  to: string,
  { messageId = '<x@town.example>', status = '5.1.1', padding = '' } = {},
) => `Delivered-To: ${to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.town.example

Final-Recipient: rfc822; somebody.else@example.org
Action: failed
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} no

--b
Content-Type: message/rfc822

Message-ID: ${messageId}

${padding}
--b--
`

test('a bounce marks its delivery and suppresses the address we sent to, not the one it quotes', async () => {
  const { id } = await delivery('ann@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, id)
  assert.deepEqual(await run(report(to)), { code: 0, said: 'Recorded: bounced.\n' })
  assert.deepEqual(await stateOf(id, 'ann@example.org'), ['bounced', 'bounce'])
  assert.deepEqual(await stateOf(id, 'somebody.else@example.org'), ['bounced', null])
  assert.equal((await run(report(to))).code, 0)
})

test('a bounce of a letter to one person suppresses its address; a complaint about one stops nothing', async () => {
  const sent: Mail[] = []
  const carrier = {
    async send(mail: Mail) {
      sent.push(mail)
      return {}
    },
    async close() {},
  }
  await database.pool.query(
    `insert into auth.users (email, encrypted_password, email_confirmed_at) values ('new.owner@example.org', '-', now())`,
  )
  const { rows } = await database.pool.query(
    `insert into public.calendars (name, owner_id, state, city, sending_paused_at, sending_paused_by, sending_paused_reason)
     select 'Elm Street', id, 'Texas', 'Austin', now(), 'operator', 'spam' from auth.users where email = 'new.owner@example.org' returning id`,
  )
  const send = sendLetter({
    pool: database.pool,
    log: testLog('silent', []),
    carrier,
    linkSecret: LINK_SECRET,
    siteUrl: 'https://town.example',
    mailFrom: 'bell@town.example',
    mailFromSuffix: 'via Townbell',
    bounceAddress: 'bounces@town.example',
    supportEmail: 'help@town.example',
    postalAddress: 'Townbell, 1 Town Square, Springfield, IL 62701, USA',
  })
  await send({ letter: 'sending/paused', ids: { calendar: rows[0].id } }, { job: { id: '1' } } as never)
  const [{ envelopeFrom = '', to } = {} as Mail] = sent
  assert.match(envelopeFrom, /^bounces\+[0-9a-f]{32}-[0-9a-f]{16}@town\.example$/)
  const suppressed = async () =>
    (await database.pool.query('select reason from public.suppressions where address = $1', [to])).rows
  const complaint = report(envelopeFrom)
    .replace('report-type=delivery-status', 'report-type=feedback-report')
    .replace('message/delivery-status', 'message/feedback-report')
    .replace('Reporting-MTA', 'Feedback-Type: abuse\nReporting-MTA')
  assert.equal((await run(complaint)).said, 'Recorded: complaint.\n')
  assert.deepEqual(await suppressed(), [])
  assert.equal((await run(report(envelopeFrom))).said, 'Recorded: bounced.\n')
  assert.deepEqual(await suppressed(), [{ reason: 'bounce' }])
})

test('the recipient may come from the mail server, and the delivery from the Message-ID', async () => {
  const first = await delivery('ben@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, first.id)
  assert.equal((await run(report('bounces@town.example'), [to])).said, 'Recorded: bounced.\n')
  assert.deepEqual(await stateOf(first.id, 'ben@example.org'), ['bounced', 'bounce'])
  const second = await delivery('cay@example.org')
  const said = (await run(report('bounces@town.example', { messageId: second.message_id, status: '5.2.2' }))).said
  assert.equal(said, 'Recorded: bounced.\n'.replace('bounced', 'failed'))
  assert.deepEqual(await stateOf(second.id, 'cay@example.org'), ['failed', null])
})

test('a bounce that names only the Message-ID ends the mail of its calendar, not that of the site', async () => {
  const { id, calendar_id, message_id } = await delivery('list@example.org')
  const { said } = await run(report('bounces@town.example', { messageId: message_id }))
  assert.equal(said, 'Recorded: bounced.\n')
  assert.deepEqual(await stateOf(id, 'list@example.org'), ['bounced', null])
  const { rows } = await database.pool.query('select email, source from public.opt_outs where calendar_id = $1', [
    calendar_id,
  ])
  assert.deepEqual(rows, [{ email: 'list@example.org', source: 'bounce' }])
})

test('a reply whose attendee is a megabyte is read in time', async () => {
  const gus = await invited('gus@example.org')
  const long = `${':mailto:'.repeat(130_000)}<`
  for (const answer of [gus.id, randomUUID()]) {
    const { code, said } = await run(hostileReply(replyAddress('bounces@town.example', LINK_SECRET, answer), long))
    assert.equal(code, 0)
    assert.match(said, /^Nothing to do: there is no such answer/)
  }
})

test('the command ends in time, and asks to be tried again', async () => {
  const url = new URL('../../bin/bounce.ts', import.meta.url)
  const command = `import(${JSON.stringify(url.href)}).then(({ bounce }) => bounce([], 200))`
  const child = spawn(process.execPath, ['-e', command], {
    env: { PATH: process.env.PATH, TOWNBELL_DATA: folder, DATABASE_URL: database.url, LINK_SECRET },
  })
  const [code] = await once(child, 'close')
  child.stdin.destroy()
  assert.equal(code, 75)
})

test('nonsense and forged addresses change nothing and exit with 0; a ten-megabyte report still counts', async () => {
  const { id } = await delivery('dan@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, id)
  const forged = to.replace(/-[0-9a-f]{16}@/, '-0123456789abcdef@')
  for (const input of [report(forged), '', 'hello', Buffer.alloc(10 * 1024 * 1024, 0xff), report(to).slice(0, 300)]) {
    assert.equal((await run(input)).code, 0)
  }
  assert.deepEqual(await stateOf(id, 'dan@example.org'), ['sent', null])
  assert.equal((await run(report(to, { padding: 'x'.repeat(10 * 1024 * 1024) }))).said, 'Recorded: bounced.\n')
  assert.deepEqual(await stateOf(id, 'dan@example.org'), ['bounced', 'bounce'])
})

test('the unsubscribe mail of an older mail program is an opt-out', async () => {
  const { id, calendar_id } = await delivery('eve@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, id)
  const { said } = await run(`From: eve@example.org\nTo: ${to}\nSubject: unsubscribe\n\n`)
  assert.equal(said, 'Recorded: unsubscribe.\n')
  const { rows } = await database.pool.query('select email from public.opt_outs where calendar_id = $1', [calendar_id])
  assert.deepEqual(rows, [{ email: 'eve@example.org' }])
})

async function invited(email: string, { capacity = null as number | null } = {}) {
  const { calendar_id } = await delivery(`list-${email}`)
  const { rows } = await database.pool.query(insertAnswer, [calendar_id, email, capacity])
  return rows[0] as { id: string; uid: string; event_id: string }
}

const reply = (to: string, uid: string, from: string, { status = 'ACCEPTED', sequence = 0 } = {}) => `From: <${from}>
To: <${to}>
MIME-Version: 1.0
Content-Type: text/calendar; method=REPLY

BEGIN:VCALENDAR
VERSION:2.0
METHOD:REPLY
BEGIN:VEVENT
UID:${uid}
SEQUENCE:${sequence}
ATTENDEE;PARTSTAT=${status}:mailto:${from}
END:VEVENT
END:VCALENDAR
`

async function answerOf(id: string) {
  const { rows } = await database.pool.query(
    'select answer, waiting_since is not null as waits from public.rsvp_answers where id = $1',
    [id],
  )
  return rows[0]
}

test('the reply of a calendar program gives the answer of the person we invited, and of nobody else', async () => {
  const gail = await invited('gail@example.org')
  const to = replyAddress('bounces@town.example', LINK_SECRET, gail.id)
  const other = await invited('hal@example.org')
  const unknown = { code: 0, said: 'Nothing to do: there is no such answer, or the event takes none any more.\n' }
  assert.deepEqual(await run(reply(to, other.uid, 'gail@example.org')), unknown, 'another event')
  assert.deepEqual(await run(reply(to, gail.uid, 'hal@example.org')), unknown, 'another person')
  await run(reply('bounces@town.example', gail.uid, 'gail@example.org'))
  await database.pool.query('update public.rsvp_answers set confirmed_at = null where id = $1', [other.id])
  const toOther = replyAddress('bounces@town.example', LINK_SECRET, other.id)
  assert.deepEqual(await run(reply(toOther, other.uid, 'hal@example.org')), unknown, 'an answer that was not confirmed')
  const before = { answer: 'maybe', waits: false }
  assert.deepEqual([await answerOf(gail.id), await answerOf(other.id)], [before, before])
  assert.deepEqual(await run(reply(to, gail.uid, 'gail@example.org')), { code: 0, said: 'Recorded: going.\n' })
  assert.deepEqual(await answerOf(gail.id), { answer: 'going', waits: false })
  await database.pool.query("update public.events set location = 'Elsewhere' where id = $1", [gail.event_id])
  assert.deepEqual(
    await run(reply(to, gail.uid, 'gail@example.org', { status: 'DECLINED' })),
    unknown,
    'an old invitation',
  )
  const again = reply(to, gail.uid, 'gail@example.org', { status: 'DECLINED', sequence: 1 })
  assert.equal((await run(again)).said, 'Recorded: no.\n')
})

test('who accepts an invitation to a full event waits, and is mailed so', async () => {
  const ida = await invited('ida@example.org', { capacity: 1 })
  await database.pool.query(
    `insert into public.rsvp_answers (event_id, calendar_id, name, answer, confirmed_at)
     select event_id, calendar_id, 'Rosa', 'going', now() from public.rsvp_answers where id = $1`,
    [ida.id],
  )
  const to = replyAddress('bounces@town.example', LINK_SECRET, ida.id)
  assert.equal((await run(reply(to, ida.uid, 'ida@example.org'))).said, 'Recorded: waiting.\n')
  const { rows } = await database.pool.query("select from graphile_worker.jobs where key = 'rsvps/waiting:' || $1", [
    ida.id,
  ])
  assert.equal(rows.length, 1)
})

test('a program that answers each mail by itself gets one mail, and its replies end', async () => {
  const jan = await invited('jan@example.org', { capacity: 1 })
  await database.pool.query(
    `insert into public.rsvp_answers (event_id, calendar_id, name, answer, confirmed_at)
     select event_id, calendar_id, 'Rosa', 'going', now() from public.rsvp_answers where id = $1`,
    [jan.id],
  )
  const to = replyAddress('bounces@town.example', LINK_SECRET, jan.id)
  const said = async (status: string) => (await run(reply(to, jan.uid, 'jan@example.org', { status }))).said
  /** The worker has sent it. */
  const sent = async () =>
    (
      await database.pool.query(
        "select graphile_worker.remove_job(key) from graphile_worker.jobs where key = 'rsvps/waiting:' || $1",
        [jan.id],
      )
    ).rowCount
  assert.equal(await said('ACCEPTED'), 'Recorded: waiting.\n')
  assert.equal(await sent(), 1)
  assert.equal(await said('ACCEPTED'), 'Recorded: waiting.\n')
  assert.equal(await sent(), 0, 'it waited before')
  assert.equal(await said('DECLINED'), 'Recorded: no.\n')
  assert.equal(await said('ACCEPTED'), 'Recorded: waiting.\n')
  assert.equal(await sent(), 0, 'one a day')
  await database.pool.query("update private.rate_limits set taken = $1 where key like 'rsvp-reply:%'", [
    rateLimits['rsvp-reply'].max,
  ])
  assert.match(await said('DECLINED'), /^Nothing to do/)
  assert.deepEqual(await answerOf(jan.id), { answer: 'going', waits: true })
})

test('while the database is down the mail server is asked to retry', async () => {
  const { id } = await delivery('fay@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, id)
  const { code, said } = await run(report(to), [], { DATABASE_URL: 'postgres://x:x@127.0.0.1:9/x' })
  assert.equal(code, 75, said)
  const none = await run(report(to), [], { DATABASE_URL: '' })
  assert.equal(none.code, 75)
  assert.match(none.said, /Townbell is not running/)
  const wrong = await run(report(to), [], { PORT: 'http' })
  assert.equal(wrong.code, 75)
  assert.match(wrong.said, /PORT is wrong/)
})

test('a test mail of the doctor shows what the mail server answers, and whether its bounce finds the way back', async () => {
  const smtp = await startSmtp({ onRcpt: (to) => (to.startsWith('full') ? { code: 452, text: 'full' } : undefined) })
  const settings = {
    TOWNBELL_DATA: folder,
    DATABASE_URL: database.url,
    LINK_SECRET,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'bell@town.example',
    BOUNCE_ADDRESS: 'bounces@town.example',
  }
  const send = async (to: string, waitMs: number) =>
    (await checkTestMail(readConfig(settings), to, waitMs)).map(({ verdict, says }) => `${verdict}: ${says}`)
  const [taken, quiet] = await send('ann@example.org', 100)
  assert.match(taken!, /^ok: The mail server took a mail to ann@example\.org as T1/)
  assert.match(quiet!, /^ok: No bounce came/)
  const bouncing = send('nobody@example.org', minutes(5))
  await until(() => smtp.taken.length === 2)
  const { from } = smtp.taken[1]!
  assert.equal((await run(report(from))).code, 0)
  assert.match((await bouncing)[1]!, /^ok: It bounced, and the bounce reached Townbell: bounced, 5\.1\.1/)
  assert.deepEqual(await send('full@example.org', 100), [
    'bad: The mail server did not take a mail to full@example.org (452).',
  ])
  await smtp.stop()
})

const insertDelivery = `
  with calendar as (
    insert into public.calendars (name, owner_id, state, city) values ('Elm Street', $1, 'Texas', 'Austin') returning id
  ), mailing as (
    insert into public.mailings (calendar_id, day) select id, current_date from calendar returning id, calendar_id
  )
  insert into public.deliveries (mailing_id, calendar_id, channel, address, state, message_id, sent_at)
  select id, calendar_id, 'email', $2, 'sent', $3, now() from mailing
  returning id, calendar_id, message_id`

const insertAnswer = `
  with event as (
    insert into public.events (calendar_id, title, category, start_time, end_time)
    values ($1, 'Porch concert', 'Event', now() + interval '5 days', now() + interval '5 days 1 hour') returning id, calendar_id, uid
  ), asking as (
    insert into public.event_rsvps (event_id, calendar_id, capacity) select id, calendar_id, $3::integer from event
    returning event_id
  )
  insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, confirmed_at)
  select asking.event_id, event.calendar_id, $2, 'Guest', 'maybe', now() from event, asking
  returning id, event_id, (select uid from event)`

const findState = `
  select d.state, (select reason from public.suppressions where address = $2) as reason
  from public.deliveries d where d.id = $1`
