// Opens the real app's handler over its own database, with a worker that runs on request and a movable clock.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logger, runOnce, type TaskList } from 'graphile-worker'
import type { EmailCarrier } from '#messages/email/carrier.ts'
import { createCatcher } from '#messages/email/catcher.ts'
import { createTextCatcher } from '#messages/sms/catcher.ts'
import { readConfig } from '#runtime/config.ts'
import { createApp } from '#server/app.ts'
import { networkReader } from '#server/http/network.ts'
import { createTokens } from '#server/http/tokens.ts'
import { holdAgainstDocs } from '#testing/answers.ts'
import { testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { quickPuzzles } from '#testing/quick-puzzles.ts'
import { notifySuggestions } from '#worker/jobs/notify-suggestions.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'
import { sendOptOutText } from '#worker/jobs/send-opt-out-text.ts'

export type FunctionsFixture = Awaited<ReturnType<typeof openFunctionsFixture>>
export type Caught = { recipient: string; subject: string; text: string; html: string; headers: Record<string, string> }
type Init = { json?: unknown; network?: string; headers?: Record<string, string>; method?: string; body?: BodyInit }

export const SITE = 'https://town.example'

export async function openFunctionsFixture(env: Record<string, string> = {}, carry?: EmailCarrier) {
  const database = await testDatabase({ max: 20 })
  const { pool } = database
  const dataFolder = mkdtempSync(join(tmpdir(), 'townbell-functions-'))
  const settings = {
    TOWNBELL_DATA: dataFolder,
    SITE_URL: SITE,
    MAIL_CARRIER: 'catcher',
    SUPPORT_EMAIL: 'help@town.example',
    CAPTCHA: 'none',
    TIME_LIMIT_FACTOR: '10',
    ...env,
  }
  const config = { ...readConfig({ MAIL_FROM: 'bell@town.example', ...settings }), ...quickPuzzles }
  const lines: string[] = []
  const log = testLog('debug', lines)
  let lead = 0
  const clock = { now: () => new Date(Date.now() + lead) }
  const app = createApp({ config, pool, log, clock, site: () => () => new Response('a page') })
  const networkOf = networkReader([])
  const tokens = createTokens({ secret: config.jwtSecret, issuer: `${config.siteUrl}/auth/v1`, clock })
  const letters = { ...config, pool, log, clock, carrier: carry ?? createCatcher({ pool }) }
  const tasks: TaskList = {
    'notify-suggestions': notifySuggestions(letters),
    'send-letter': sendLetter(letters),
    'send-opt-out-text': sendOptOutText({ ...letters, carrier: createTextCatcher({ pool, from: '+15005550006' }) }),
  }

  const request = async (path: string, { json, network = newNetwork(), headers = {}, ...init }: Init = {}) => {
    const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
    const sent = { apikey: config.publishableKey, 'content-type': 'application/json', ...headers }
    const context = { id: randomUUID(), network: networkOf(network, undefined) }
    const answer = await app.fetch(
      new Request(`${config.siteUrl}${path}`, { ...body, ...init, headers: sent }),
      context,
    )
    if (path.startsWith('/functions/v1/') && answer.headers.get('content-type') === 'application/json')
      holdAgainstDocs(path, answer.status, await answer.clone().json())
    return answer
  }

  return {
    config,
    pool,
    clock,
    lines,
    request,
    /** Moves the server's clock, not the machine's or the database's. */
    later(ms: number) {
      lead += ms
    },
    /** Calls a function; returns its status and JSON. */
    async call(name: string, json: unknown, more: Init = {}) {
      const response = await request(`/functions/v1/${name}`, { json, ...more })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
    async work(more: TaskList = {}) {
      await runOnce({ pgPool: pool, taskList: { ...tasks, ...more }, noHandleSignals: true, logger: silent })
    },
    /** Runs the queue; returns and deletes the mails to this address, or to all, oldest first. */
    async mails(to?: string): Promise<Caught[]> {
      await this.work()
      return (await pool.query<Caught>(takeCaught, [to ?? null])).rows
    },
    async calendar(
      more: { trial?: boolean; guests?: boolean; disabled?: boolean; name?: string } = {},
    ): Promise<string> {
      const { trial = false, guests = true, disabled = false, name = 'Elm Street' } = more
      const owner = randomUUID()
      await pool.query(insertOwner, [owner, `${owner}@example.org`])
      await pool.query('update public.profiles set trial = $2 where user_id = $1', [owner, trial])
      const { rows } = await pool.query(insertCalendar, [name, owner, guests, disabled])
      return rows[0].id
    },
    /** Returns the header of a person in a new session. */
    async signedIn(userId: string): Promise<{ authorization: string }> {
      const { rows } = await pool.query('insert into auth.sessions (user_id) values ($1) returning id', [userId])
      const about = { email: 'x@example.org', user_metadata: {}, app_metadata: {}, amr: [] }
      const { token } = await tokens.sign({ sub: userId, session_id: rows[0].id, ...about })
      return { authorization: `Bearer ${token}` }
    },
    async contacts(calendarId: string) {
      const { rows } = await pool.query(listContacts, [calendarId])
      return rows
    },
    async close() {
      await database.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Counts the networks given out below. */
let networks = 0
/** Returns a new network each time, so that only tests of rate limits reach them. */
export const newNetwork = () => `198.18.${Math.floor(++networks / 250) % 250}.${(networks % 250) + 1}`

let people = 0
export const newAddress = () => `person${++people}.${process.pid}@example.org`

/** Returns the token in a confirmation mail. */
export function tokenIn(mail: Caught | undefined): string {
  const link = /https?:\/\/[^/\s]+\/confirm-contact\?token=([\w-]+)/.exec(mail?.text ?? '')
  if (!link?.[1]) throw new Error('the mail has no confirmation link')
  return link[1]
}

/** Returns the header of a browser that was given these cookies. */
export function cookiesOf({ headers }: { headers: Headers }): { cookie: string } {
  return {
    cookie: headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  }
}

/** Requests to follow and returns the token from the mail. */
export async function follow(
  fixture: FunctionsFixture,
  calendarId: string,
  email = newAddress(),
  more: { wait?: boolean; [key: string]: unknown } = {},
): Promise<string> {
  const { status, body } = await fixture.call('send-contact-confirmation', { email, calendar_id: calendarId, ...more })
  if (status !== 200 || body.status !== (more.wait ? 'waiting' : 'sent'))
    throw new Error(`follow answered ${status} ${JSON.stringify(body)}`)
  return tokenIn((await fixture.mails(email)).at(-1))
}

/** Requests to follow, reads the mail and confirms. */
export async function subscribe(
  fixture: FunctionsFixture,
  calendarId: string,
  email = newAddress(),
  more: { wait?: boolean; [key: string]: unknown } = {},
) {
  const token = await follow(fixture, calendarId, email, more)
  const answer = await fixture.call('confirm-contact-subscription', { token })
  const { status, body } = answer
  if (status !== 200) throw new Error(`confirm answered ${status} ${JSON.stringify(body)}`)
  return { email, token, body, browser: cookiesOf(answer) }
}

const silent = new Logger(() => () => {})

const takeCaught = `
  with taken as (
    delete from private.caught_messages where kind = 'email' and ($1::text is null or recipient = $1) returning *
  )
  select recipient, subject, text, html, headers from taken order by position`

const insertOwner = `
  insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'hash', now())`

const insertCalendar = `
  insert into public.calendars (name, owner_id, state, city, allow_guest_users, disabled)
  values ($1, $2, 'Texas', 'Austin', $3, $4)
  returning id`

const listContacts = `
  select id, contact_type, contact_value, source, consent_text_version, consented_at, consent_address, consent_user_agent, confirmed_at
  from public.calendar_contacts
  where calendar_id = $1
  order by contact_type, contact_value`
