// Opens the auth API on a real port, as the app mounts it, with a movable clock and a worker that runs on request.
import { serve } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Logger, runOnce } from 'graphile-worker'
import { Hono } from 'hono'
import { days } from '#domain/durations.ts'
import { createCatcher } from '#messages/email/catcher.ts'
import { createAuth } from '#server/auth/auth.ts'
import type { AuthEnv } from '#server/auth/context.ts'
import { answerError } from '#server/http/errors.ts'
import { type RateLimits, rateLimits } from '#server/http/rate-limits.ts'
import { createTokens } from '#server/http/tokens.ts'
import { createTurns } from '#server/http/turns.ts'
import { mailboxPage } from '#server/site/mailbox.ts'
import { testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'

export type AuthFixture = Awaited<ReturnType<typeof openAuthFixture>>
export type CaughtMail = {
  id: string
  recipient: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

export const PASSWORD = 'Correct-Horse7!'
export const OTHER_PASSWORD = 'Battery-Staple8!'
export const linkSecret = 'a link secret of forty characters or so.'
export const jwtSecret = 'a token secret of forty characters or so'

/** High limits for all tests but those of the limits. */
const plenty = Object.fromEntries(
  Object.keys(rateLimits).map((name) => [name, { max: 1_000_000, per: days(1) }]),
) as RateLimits

export async function openAuthFixture(
  options: {
    rates?: Partial<RateLimits>
    max?: number
    allowedOrigins?: string[]
    captcha?: Parameters<typeof createAuth>[0]['captcha']
    signUp?: Parameters<typeof createAuth>[0]['signUp']
  } = {},
) {
  const database = await testDatabase({ max: options.max ?? 10 })
  const { pool } = database
  let lead = 0
  let stopped: number | undefined
  const clock = { now: () => new Date((stopped ?? Date.now()) + lead) }
  const lines: string[] = []
  const log = testLog('debug', lines)

  const app = new Hono<AuthEnv>()
  let network = '192.0.2.1'
  app.onError((error, c) => answerError(error, c, log))
  app.use(async (c, next) => {
    c.set('network', c.req.header('x-test-network') ?? network)
    c.set('requestId', 'test')
    await next()
  })
  const server = serve({
    fetch: app.fetch,
    port: 0,
    hostname: '127.0.0.1',
  })
  await new Promise<void>((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`

  const tokens = createTokens({ secret: jwtSecret, issuer: `${url}/auth/v1`, clock })
  const { allowedOrigins = [], captcha, signUp } = options
  app.route(
    '/auth/v1',
    createAuth({
      pool,
      tokens,
      linkSecret,
      siteUrl: url,
      dataFolder: temporaryFolder(),
      allowedOrigins,
      clock,
      log,
      rates: { ...plenty, ...options.rates },
      captcha,
      signUp,
      turns: createTurns(8, { timeLimitFactor: 10 }),
    }),
  )
  app.route(
    '/dev',
    mailboxPage({ pool, clock, linkSecret, mailboxKey: 'key', supportEmail: 'help@town.example', allowedOrigins }),
  )
  const job = sendLetter({
    pool,
    carrier: createCatcher({ pool }),
    log,
    linkSecret,
    siteUrl: url,
    mailFrom: 'townbell@town.example',
    mailFromSuffix: 'via Townbell',
    supportEmail: 'help@town.example',
    postalAddress: '1 Town Square, Springfield',
    clock,
  })

  return {
    url,
    databaseUrl: database.url,
    pool,
    tokens,
    lines,
    clock,
    /** Moves the server's clock, not the machine's. */
    later(ms: number) {
      lead += ms
    },
    /** Stops the clock; from then on only `later` moves it, however slow the machine is. */
    stopClock() {
      stopped = Date.now()
    },
    from(address: string) {
      network = address
    },
    client(): SupabaseClient {
      const experimental = { recoveryCodes: true }
      return createClient(url, 'sb_publishable_test', {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, experimental },
      })
    },
    request(path: string, init: RequestInit & { json?: unknown } = {}) {
      const { json, ...rest } = init
      const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
      return fetch(`${url}/auth/v1${path}`, { redirect: 'manual', ...body, ...rest })
    },
    /** Runs the queue; returns the mails it sent to this address, oldest first. */
    async mails(to: string): Promise<CaughtMail[]> {
      await runOnce({ pgPool: pool, taskList: { 'send-letter': job }, noHandleSignals: true, logger: silent })
      return (await pool.query<CaughtMail>(takeCaught, [to])).rows
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve)
        ;(server as import('node:http').Server).closeAllConnections()
      })
      await database.close()
    },
  }
}

const silent = new Logger(() => () => {})

const takeCaught = `
  with taken as (delete from private.caught_messages where recipient = $1 returning *)
  select * from taken order by position`

export function linkIn(mail: CaughtMail | undefined): URL {
  const found = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(mail?.text ?? '')
  if (!found) throw new Error('the mail has no link')
  return new URL(found[0])
}

/** Opens the link, enters the password where it is asked for and presses the button, as a person does. Returns where that leads. */
export async function follow(
  link: URL,
  headers: Record<string, string> = {},
  password: string | null = PASSWORD,
): Promise<URL> {
  const response = await press(link, headers, password)
  return new URL(response.headers.get('location') ?? '')
}

export function press(
  link: URL,
  headers: Record<string, string> = {},
  password: string | null = PASSWORD,
): Promise<Response> {
  return fetch(link.origin + link.pathname, {
    method: 'POST',
    body: new URLSearchParams([...link.searchParams, ...(password === null ? [] : [['password', password]])]),
    redirect: 'manual',
    headers,
  })
}

export const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

let people = 0
export const newAddress = () => `person${++people}.${process.pid}@example.org`

/** Creates an account with an unconfirmed address. */
export async function signUp(fixture: AuthFixture, email = newAddress(), password = PASSWORD): Promise<string> {
  const { error } = await fixture.client().auth.signUp({ email, password })
  if (error) throw error
  return email
}

export async function signIn(fixture: AuthFixture, email: string, password = PASSWORD) {
  const client = fixture.client()
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, session: data.session, user: data.user }
}
