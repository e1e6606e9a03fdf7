// Opens the whole program on a port, with people who signed in over HTTP and their calendars.
// Each person has their own network, set by X-Forwarded-For, so that only the tests of
// rate limits reach them.
import { randomBytes, randomUUID } from 'node:crypto'
import { hashPassword } from '#server/auth/passwords.ts'
import { holdAgainstDocs } from '#testing/answers.ts'
import { startApp } from '#testing/app.ts'

export const password = 'Ring.the.bell.1'
/** Computed once, because hashing is slow. */
const passwordHash = hashPassword(password)

export type AppFixture = Awaited<ReturnType<typeof openAppFixture>>
export type Visitor = { network: string; request: (path: string, request?: RequestOptions) => Promise<Answer> }
export type Person = Visitor & { id: string; name: string; email: string; token: string; refreshToken: string }
export type Answer = {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answered; the assertions say what it should be
  body: any
}
export type RequestOptions = { method?: string; json?: unknown; body?: BodyInit; headers?: Record<string, string> }

export async function openAppFixture(env: Record<string, string> = {}) {
  const app = await startApp({ CAPTCHA: 'none', TRUSTED_PROXIES: '127.0.0.1', ...env })
  const { pool, url } = app

  /** Sends a GET unless `json` or `method` is given. */
  function caller(identity: Record<string, string>) {
    return async (path: string, { json, headers, ...init }: RequestOptions = {}): Promise<Answer> => {
      const written = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
      const sent = new Headers(json === undefined ? {} : asJson)
      for (const [name, value] of Object.entries({ apikey: app.config.publishableKey, ...identity, ...headers }))
        sent.set(name, value)
      const response = await fetch(url + path, { redirect: 'manual', ...written, ...init, headers: sent })
      const text = await response.text()
      const body = parsed(text)
      if (init.method !== 'HEAD') holdAgainstDocs(path, response.status, body)
      return { status: response.status, headers: response.headers, text, body }
    }
  }

  function visitor(network = newNetwork()): Visitor {
    return { network, request: caller({ 'x-forwarded-for': network }) }
  }

  /** Somebody who signed in, from another network. */
  function visitorAs(token: string, network: string): Visitor {
    return { network, request: caller({ authorization: `Bearer ${token}`, 'x-forwarded-for': network }) }
  }

  async function person(
    name: string,
    { confirmed = true, trial = false }: { confirmed?: boolean; trial?: boolean } = {},
  ): Promise<Person> {
    const id = randomUUID()
    const email = `${name}.${randomBytes(4).toString('hex')}@example.org`
    await pool.query(insertUser, [id, email, await passwordHash, confirmed, JSON.stringify({ display_name: name })])
    await pool.query('update public.profiles set trial = $2 where user_id = $1', [id, trial])
    const network = newNetwork()
    const session = await caller({ 'x-forwarded-for': network })('/auth/v1/token?grant_type=password', {
      json: { email, password },
    })
    if (session.status !== 200) throw new Error(`${name} cannot sign in: ${session.status} ${session.text}`)
    const { access_token: token, refresh_token: refreshToken } = session.body
    const request = caller({ authorization: `Bearer ${token}`, 'x-forwarded-for': network })
    return { id, name, email, network, token, refreshToken, request }
  }

  return {
    ...app,
    guest: visitor(),
    /** Returns another guest, from another network. */
    visitor,
    person,
    visitorAs,
    /** Creates a calendar over HTTP, as the dashboard does, however many there were today; returns its row. */
    async calendar(owner: Person, more: object = {}) {
      await pool.query('delete from private.rate_limits where key = $1', [`calendars:${owner.id}`])
      const body = { name: 'Elm Street', owner_id: owner.id, state: 'Texas', city: 'Austin', ...more }
      const made = await owner.request('/rest/v1/calendars?select=*', {
        json: body,
        headers: { prefer: 'return=representation' },
      })
      if (made.status !== 201) throw new Error(`no calendar: ${made.status} ${made.text}`)
      return made.body[0] as { id: string; identifier: number; name: string; version: number }
    },
    /** Joins by the invite link. */
    async join(person: Person, owner: Person, calendarId: string) {
      const { body } = await owner.request(`/rest/v1/calendars?id=eq.${calendarId}&select=invite_code`)
      const joined = await person.request('/rest/v1/rpc/join_calendar', { json: { p_code: body[0].invite_code } })
      if (joined.body !== calendarId) throw new Error(`cannot join: ${joined.status} ${joined.text}`)
    },
    async promote(owner: Person, person: Person, calendarId: string) {
      const path = `/rest/v1/calendar_members?calendar_id=eq.${calendarId}&user_id=eq.${person.id}`
      const done = await owner.request(path, {
        method: 'PATCH',
        body: '{"role":"admin"}',
        headers: { 'content-type': 'application/json' },
      })
      if (done.status !== 204) throw new Error(`cannot promote: ${done.status} ${done.text}`)
    },
    async contact(admin: Person, calendarId: string, value = newAddress()) {
      const row = { calendar_id: calendarId, contact_type: 'email', contact_value: value, created_by: admin.id }
      const added = await admin.request('/rest/v1/calendar_contacts?select=id,contact_value', {
        json: row,
        headers: { prefer: 'return=representation' },
      })
      if (added.status !== 201) throw new Error(`no contact: ${added.status} ${added.text}`)
      return added.body[0] as { id: string; contact_value: string }
    },
    /** Adds an event of today and sends it at once, instead of after ten minutes. */
    async announce(admin: Person, event: object): Promise<void> {
      const added = await admin.request('/rest/v1/events?select=id', {
        json: event,
        headers: { prefer: 'return=representation' },
      })
      if (added.status !== 201) throw new Error(`no event: ${added.status} ${added.text}`)
      const sent = await admin.request('/rest/v1/rpc/send_event_now', { json: { p_event_id: added.body[0].id } })
      if (sent.body !== true) throw new Error(`not sent: ${sent.status} ${sent.text}`)
    },
    /** Queries as the database owner, without policies. */
    // biome-ignore lint/suspicious/noExplicitAny: rows of any table
    async rows(sql: string, values: unknown[] = []): Promise<any[]> {
      return (await pool.query(sql, values)).rows
    },
    /** Returns a made-up row for a function that takes one: these values first, the rest null. */
    async madeUp(table: string, ...values: string[]): Promise<string> {
      const { rows } = await pool.query(width, [table])
      const row = Array.from({ length: rows[0].n }, (_, i) => values[i] ?? '')
      return encodeURIComponent(`(${row.join(',')})`)
    },
    /** Waits for `count` mails and texts to an address; returns them oldest first. */
    async mails(to: string, count = 1): Promise<Mail[]> {
      for (let tries = 0; tries < 2400; tries++) {
        const { rows } = await pool.query<Mail>(caught, [to])
        if (rows.length >= count) return rows
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`fewer than ${count} mails to ${to}`)
    },
    /** Waits until the queue is empty, so that nothing more will be sent. */
    async quiet(): Promise<void> {
      for (let tries = 0; tries < 2400; tries++) {
        const { rows } = await pool.query(waiting)
        if (rows.length === 0) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('the queue does not become empty')
    },
  }
}

export type Mail = { subject: string; text: string; html: string; headers: Record<string, string> }

/** Returns an event as the Add Event dialog sends it, some days from now. */
export function eventOn(calendarId: string, more: object = {}) {
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  return {
    calendar_id: calendarId,
    title: 'Block party',
    description: null,
    category: 'Event',
    start_time: `${day}T18:00:00Z`,
    end_time: `${day}T20:00:00Z`,
    include_in_mailer: true,
    include_sms: false,
    event_date: day,
    event_date_for_reporting: `${day}T00:00:00.000Z`,
    ...more,
  }
}

export const asJson = { 'content-type': 'application/json' }

/** Returns the token of the newest link to `path` in a mail. */
export function tokenIn(mail: Mail | undefined, path: string, name = 'token'): string {
  const token = linksIn(mail?.text)
    .find((link) => link.pathname === path)
    ?.searchParams.get(name)
  if (!token) throw new Error(`the mail has no link to ${path}`)
  return token
}

/** Returns every URL in a text, without trailing punctuation. */
export function linksIn(text = ''): URL[] {
  return (text.match(/https?:\/\/[^\s,<>"]+/g) ?? []).map((link) => new URL(link))
}

let networks = 0
export const newNetwork = () => `198.18.${Math.floor(++networks / 250) % 250}.${(networks % 250) + 1}`
let people = 0
export const newAddress = () => `person${++people}.${randomBytes(4).toString('hex')}@example.org`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const insertUser = `
  insert into auth.users (id, email, encrypted_password, email_confirmed_at, user_metadata)
  values ($1, $2, $3, case when $4 then now() end, $5)`

const width = `
  select count(*)::int as n from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`

const caught = `
  select subject, text, html, headers from private.caught_messages where recipient = $1 order by position`

const waiting = `
  select 1 from graphile_worker.jobs
  where task_identifier not in ('plan-day-of', 'sweep') and attempts < max_attempts and run_at <= now() limit 1`
