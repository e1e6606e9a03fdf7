// Stop means stop: the table of what still arrives after each way of stopping, by each of the later sends.
import assert from 'node:assert/strict'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { optOutToken } from '#messages/mail-links.ts'
import { preferencesToken } from '#messages/preferences-link.ts'
import { createPush } from '#messages/push/push.ts'
import { loadOrCreateVapidKeys } from '#runtime/vapid.ts'
import { answerText } from '#server/inbound-texts/inbound-texts.ts'
import { addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type FunctionsFixture, openFunctionsFixture } from '#tests/http/functions/fixture.ts'
import { signedIn } from '#tests/policies/people.ts'

const ann = 'ann@example.org'
const phone = '+15125550142'
const clock = fixedClock('2035-07-04T13:00:00Z')
const vapid = loadOrCreateVapidKeys(temporaryFolder())

let functions: FunctionsFixture
let sending: SendingFixture
let calendar: TestCalendar
let user: string
let pushed = 0

before(async () => {
  functions = await openFunctionsFixture()
})
beforeEach(async () => {
  await emptyTables(functions.pool)
  clock.set('2035-07-04T13:00:00Z')
  const call = async () => {
    pushed += 1
    return { status: 201, headers: new Headers(), body: {} }
  }
  const push = createPush({ vapid, contact: 'help@town.example', clock, call })
  sending = await openSendingFixture(functions.pool, clock, { push })
  calendar = await makeCalendar(functions.pool, { emails: [ann], phones: [phone] })
  user = randomUUID()
  for (const [statement, values] of annOf(calendar.id)) await functions.pool.query(statement, values)
})
afterEach(() => sending.close())
after(() => functions.close())

/** Ann is a member with a browser, and followed by email and text. */
const annOf = (id: string): [string, unknown[]][] => [
  [
    "insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'hash', now())",
    [user, ann],
  ],
  ["insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')", [id, user]],
  [`update public.notification_preferences set push_notifications = true where user_id = $1`, [user]],
  [
    `insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values ($1, 'https://fcm.googleapis.com/fcm/send/ann', $2, $3)`,
    [user, createECDH('prime256v1').generateKeys().toString('base64url'), randomBytes(16).toString('base64url')],
  ],
  ['update public.calendar_contacts set confirmed_at = now() where calendar_id = $1', [id]],
  [
    `insert into private.phone_companions (contact_id, email)
     select id, $2 from public.calendar_contacts where calendar_id = $1 and contact_type = 'phone'`,
    [id, ann],
  ],
]

/** What reached Ann since the last call. */
async function arrived(): Promise<string> {
  const { rows } = await functions.pool.query(
    "select kind from private.caught_messages where recipient = any ($1) and subject is distinct from 'You were unsubscribed from a calendar'",
    [[ann, phone]],
  )
  await functions.pool.query('delete from private.caught_messages')
  const kinds = rows.map(({ kind }) => kind)
  const got = [kinds.includes('email') && 'mail', kinds.includes('sms') && 'text', pushed > 0 && 'push']
  pushed = 0
  return got.filter(Boolean).join(' ')
}

const asOwner = () => ({
  ...signedIn(calendar.owner),
  settings: eventWrite({ now: clock.now(), notify: true }),
})
const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000))

/** Each of them, after the event of the fourth of July was sent. */
const sends: Record<string, (event: string) => Promise<void>> = {
  async alert() {
    later(5)
    const end = new Date(clock.now().getTime() + 3_600_000)
    const values = [randomUUID(), calendar.id, 'Boil water', 'Boil it for a minute.', end, false, null]
    await inTransaction(
      functions.pool,
      (client) => client.query('select public.send_new_alert($1, $2, $3, $4, $5, null, $6, $7)', values),
      asOwner(),
    )
  },
  async notice(event) {
    await inTransaction(
      functions.pool,
      (client) => client.query(`update public.events set location = '1 Main St' where id = $1`, [event]),
      asOwner(),
    )
    later(11)
  },
  async reminder() {
    const event = await addEvent(functions.pool, calendar, { title: 'Potluck', day: '2035-07-05', mailer: false })
    await functions.pool.query('insert into public.event_rsvps (event_id, calendar_id) values ($1, $2)', [
      event,
      calendar.id,
    ])
    await functions.pool.query(
      `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, confirmed_at)
       values ($1, $2, $3, 'Ann', 'going', '2035-07-01')`,
      [event, calendar.id, ann],
    )
    clock.set('2035-07-05T13:00:00Z')
  },
  async day() {
    await addEvent(functions.pool, calendar, { title: 'Fair', day: '2035-07-06' })
    clock.set('2035-07-06T13:00:00Z')
  },
  async digest() {
    await functions.pool.query(
      `insert into private.contact_preferences (channel, address, calendar_id, timing) values ('email', $1, $2, 'digest')
       on conflict (channel, address, calendar_id) do update set timing = 'digest'`,
      [ann, calendar.id],
    )
    await addEvent(functions.pool, calendar, { title: 'Market', day: '2035-07-07' })
    clock.set('2035-07-07T13:00:00Z')
  },
}

const everything = {
  categories: ['Event', 'Alert', 'Notice', 'FYI'],
  timing: 'day_of',
  paused_until: null,
  language: 'en',
}
const post = async (name: string, json: object) => {
  const { status, body } = await functions.call(name, json)
  assert.equal(status, 200, JSON.stringify(body))
}
const token = () => optOutToken({ linkSecret: functions.config.linkSecret, calendarId: calendar.id, email: ann })
const optOut = (more: object) => post('opt-out', { email: ann, calendar_id: calendar.id, ...more })
const preferences = (choice: object) =>
  post('save-preferences', {
    token: preferencesToken({ linkSecret: functions.config.linkSecret, address: ann, now: functions.clock.now() }),
    calendar_id: calendar.id,
    choice: { ...everything, ...choice },
  })
const asAnn = (statement: string, values: unknown[]) =>
  inTransaction(functions.pool, (client) => client.query(statement, values), signedIn(user))

type Row = Record<keyof typeof sends, string>
const all = (what: string, reminder: string): Row => ({ alert: what, notice: what, reminder, day: what, digest: what })

/** By each way to stop, what still arrives of each send. */
const table: Record<string, { stop: () => Promise<unknown>; arrives: Row }> = {
  'nothing was stopped': { stop: async () => {}, arrives: all('mail text push', 'mail') },
  'STOP by text': {
    stop: () =>
      answerText(
        { ...functions.config, pool: functions.pool, clock },
        { id: randomUUID(), from: phone, body: 'Stop.' },
      ),
    arrives: all('mail push', 'mail'),
  },
  'the link of a mail': { stop: () => optOut({ t: token() }), arrives: all('push', '') },
  'the link of a mail, emails only': {
    stop: () => optOut({ t: token(), channels: ['email'] }),
    arrives: all('text push', ''),
  },
  'the link of a mail, texts only': {
    stop: () => optOut({ t: token(), channels: ['sms'] }),
    arrives: all('mail push', 'mail'),
  },
  'a typed address': { stop: () => optOut({}), arrives: all('text push', '') },
  'the button of a mail program': {
    async stop() {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const init = { method: 'POST', body: 'List-Unsubscribe=One-Click', headers }
      assert.equal((await functions.request(`/opt-out/one-click?t=${token()}`, init)).status, 200)
    },
    arrives: all('text push', ''),
  },
  'emails off on the preferences page': {
    stop: () => preferences({ email: false, sms: true }),
    arrives: all('text push', ''),
  },
  'texts off on the preferences page': {
    stop: () => preferences({ email: true, sms: false }),
    arrives: all('mail push', 'mail'),
  },
  'emails off as a member': {
    stop: () =>
      asAnn('update public.notification_preferences set email_notifications = false where user_id = $1', [user]),
    arrives: all('text push', ''),
  },
  'leaving the calendar': {
    stop: () => asAnn('delete from public.calendar_members where user_id = $1', [user]),
    arrives: all('', ''),
  },
  'leaving the calendar with a number added as a member': {
    async stop() {
      await functions.pool.query(ownNumber, [user])
      await asAnn('delete from public.calendar_members where user_id = $1', [user])
    },
    arrives: all('', ''),
  },
  'being removed with a number added as a member': {
    async stop() {
      await functions.pool.query(ownNumber, [user])
      await functions.pool.query('delete from public.calendar_members where user_id = $1', [user])
    },
    arrives: all('mail', 'mail'),
  },
  'stopping the texts as a member': {
    async stop() {
      await functions.pool.query(ownNumber, [user])
      await asAnn('select public.stop_my_texts($1)', [calendar.id])
    },
    arrives: all('mail push', 'mail'),
  },
  'deleting the account': {
    stop: () => functions.pool.query('delete from auth.users where id = $1', [user]),
    arrives: all('', ''),
  },
}

const ownNumber = `update public.calendar_contacts set source = 'follow', created_by = $1 where contact_type = 'phone'`

for (const [way, { stop, arrives }] of Object.entries(table)) {
  test(`what still arrives: ${way}`, async () => {
    const event = await addEvent(functions.pool, calendar, { day: '2035-07-04' })
    await sending.minute()
    assert.equal(await arrived(), 'mail text push', 'all of it came before')
    await stop()
    await functions.pool.query('delete from private.caught_messages')
    const got: Record<string, string> = {}
    for (const [name, send] of Object.entries(sends)) {
      await send(event)
      await sending.minute()
      await sending.minute()
      got[name] = await arrived()
    }
    assert.deepEqual(got, arrives)
  })
}
