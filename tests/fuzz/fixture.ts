// Seeds private rows full of canaries, and adds a few people with their own calendar, recreated
// every round, because random requests sign out, leave and delete.
import type pg from 'pg'
import { systemClock } from '#runtime/clock.ts'
import { createLog } from '#runtime/log.ts'
import { createApp } from '#server/app.ts'
import { createSendgridSender } from '#testing/sendgrid-webhook.ts'
import { TWILIO, twilioPost } from '#testing/twilio-webhook.ts'
import { type AppFixture, eventOn, openAppFixture, type Person } from '#tests/http/threats/fixture.ts'
import { seedDatabase } from '#tests/policies/seed.ts'
import pages from '../../web/routes.ts'
import { CANARY, fingerprints, type Planted, plantCanaries } from './canaries.ts'
import type { Endpoint, Inputs } from './endpoints.ts'
import { type Role, readSchema, type Schema } from './schema.ts'

export type Who = { name: string; role: Role; headers(): Record<string, string>; mayNotSee: RegExp }
export type Round = { people: Who[]; inputs: Inputs; schema: Schema }

export type FuzzFixture = {
  base: AppFixture
  endpoints: Endpoint[]
  planted: Planted
  round(): Promise<Round>
  /** Rows with a canary in them that are not what they were. */
  changed(): Promise<string[]>
  close(): Promise<void>
}

export async function openFuzzFixture(): Promise<FuzzFixture> {
  const sendgrid = createSendgridSender()
  // A mail server that is not there: nobody's mail can be read at /dev/mailbox.
  const base = await openAppFixture({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'bell@town.example',
    SENDGRID_WEBHOOK_KEY: sendgrid.key,
    TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    TWILIO_AUTH_TOKEN: TWILIO.authToken,
    TWILIO_FROM: TWILIO.number,
    TWILIO_API_URL: 'http://127.0.0.1:1',
    METRICS_TOKEN: 'a token of at least twenty characters',
    LOG_LEVEL: 'info',
  })
  const { pool, config } = base
  await seedDatabase(pool)
  // Nothing of it is public, which every calendar is that is not disabled. Nothing is sent, either: the seed holds sending.
  await pool.query('update public.calendars set disabled = true')
  const planted = await plantCanaries(pool)
  const before = await fingerprints(pool, planted.tables)
  const schema = await readSchema(pool)
  const { rows } = await pool.query('select id from public.calendars order by id')
  const foreign: string[] = rows.map(({ id }) => id)

  const sign: Inputs['sign'] = (path, body) => {
    if (path.startsWith('/webhooks/twilio'))
      return twilioPost(config.siteUrl + path, Object.fromEntries(new URLSearchParams(body)))
    if (path.startsWith('/webhooks/sendgrid')) return sendgrid.post(parsed(body))
  }
  return {
    base,
    endpoints: endpointsOf(base),
    planted,
    async round() {
      const { people, ids, calendar, emails } = await makePeople(base)
      return {
        people,
        schema: { ...schema, ids: [...schema.ids, ...ids, ...ids] },
        inputs: { ids: [...schema.ids, ...ids, ...ids], calendars: [...foreign, calendar, calendar], emails, sign },
      }
    },
    async changed() {
      const now = await fingerprints(pool, planted.tables)
      return [...before.keys()].filter((row) => !now.has(row) && !isVolatile(row)).map((row) => row.slice(0, 300))
    },
    close: () => base.close(),
  }
}

/** Counts of limits begin anew by themselves. */
const isVolatile = (row: string) => row.startsWith('private.rate_limits')

function endpointsOf({ config, pool }: AppFixture): Endpoint[] {
  const app = createApp({
    config,
    pool: pool as pg.Pool,
    log: createLog('silent'),
    clock: systemClock,
    site: () => () => new Response(),
  })
  const endpoints = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.startsWith('/rest/v1'))
    .map(({ method, path }) => ({ method, path }))
  const paths = pages.flatMap((page) => [page, ...(page.children ?? [])]).map(({ path }) => path)
  for (const path of ['', 'sitemap.xml', 'robots.txt', ...paths])
    if (path !== undefined) endpoints.push({ method: 'GET', path: `/${path}` })
  return [...new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint])).values()]
}

let rounds = 0

/** Newcomers: a stranger, and an owner with a calendar that guests may see, a member, an event and a contact. */
async function makePeople(
  base: AppFixture,
): Promise<{ people: Who[]; ids: string[]; calendar: string; emails: string[] }> {
  const round = ++rounds
  const [stranger, member, owner] = await Promise.all(
    ['stranger', 'member', 'owner'].map((name) => base.person(`${name}${round}`)),
  )
  const { id: calendar } = await base.calendar(owner as Person, { name: `Elm Street ${round}` })
  await base.join(member as Person, owner as Person, calendar)
  await base.contact(owner as Person, calendar, `hidden.from.others.${round}@example.org`)
  await (owner as Person).request('/rest/v1/events', { json: eventOn(calendar) })
  await base.rows(hide, [calendar, `hidden.from.others.${round}`])
  const rows = await base.rows('select id from public.events where calendar_id = $1', [calendar])
  const key = { apikey: base.config.publishableKey }
  const signedIn =
    ({ token }: Person) =>
    () => ({ ...key, authorization: `Bearer ${token}` })
  return {
    calendar,
    emails: [stranger, member, owner].map((person) => (person as Person).email),
    ids: [calendar, ...rows.map(({ id }) => id), ...[stranger, member, owner].map((person) => (person as Person).id)],
    people: [
      { name: 'guest', role: 'anon', headers: () => key, mayNotSee: outsiders },
      { name: 'stranger', role: 'authenticated', headers: signedIn(stranger as Person), mayNotSee: outsiders },
      { name: 'member', role: 'authenticated', headers: signedIn(member as Person), mayNotSee: CANARY },
      { name: 'owner', role: 'authenticated', headers: signedIn(owner as Person), mayNotSee: CANARY },
    ],
  }
}

/** Private words of a calendar that guests may see. */
const hide = `
  with pending as (
    insert into public.pending_contact_confirmations (calendar_id, email, token_hash)
    values ($1, $2 || '@example.org', sha256($2::bytea))
  ), gone as (
    insert into public.opt_outs (calendar_id, email) values ($1, 'gone.' || $2 || '@example.org')
  ), mailing as (
    insert into public.mailings (calendar_id, day) values ($1, current_date - 9) returning id
  ), sent as (
    insert into public.deliveries (mailing_id, calendar_id, channel, address, last_error)
    select id, $1, 'email', 'sent.' || $2 || '@example.org', $2 from mailing
  )
  update public.calendars set external_calendar_url = 'https://example.org/' || $2, sendgrid_template_id = 'd-hidden'
  where id = $1`

/** Contacts of the season's calendar are its admins' affair. */
const outsiders = new RegExp(`${CANARY.source}|hidden\\.from\\.others`, 'i')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
