// What people do all day, in every dialect: they read, they write, and they count on what was acknowledged.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { listHeaders } from '#messages/list-unsubscribe.ts'
import { optOutToken, readOptOutToken } from '#messages/mail-links.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { makeCalendar } from '#testing/calendars.ts'
import { linkSecret } from '#testing/sending-fixture.ts'
import { eventOn, newNetwork } from '#tests/http/threats/fixture.ts'
import type { Answer, LoadRequest } from './load.ts'

export type Visitors = {
  next(): LoadRequest
  /** Acknowledged writes, how many of them are not in the database, and how many are there twice. */
  writes(pool: pg.Pool, answers: Answer[]): Promise<{ acknowledged: number; lost: number; doubled: number }>
}

const PASSWORD = 'Ring.the.bell.1'
const okay: Record<string, number> = { 'rest write': 201 }

export async function openVisitors(pool: pg.Pool, url: string, apikey: string): Promise<Visitors> {
  const calendar = await makeCalendar(pool, { name: 'Elm Street', emails: ['neighbour@example.org'] })
  const { rows } = await pool.query('update auth.users set encrypted_password = $2 where id = $1 returning email', [
    calendar.owner,
    await hashPassword(PASSWORD),
  ])
  const session = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: rows[0].email, password: PASSWORD }),
  })
  if (session.status !== 200) throw new Error(`the owner cannot sign in: ${await session.text()}`)
  const { access_token: token } = (await session.json()) as { access_token: string }
  const asGuest = () => ({ apikey, 'content-type': 'application/json', 'x-forwarded-for': newNetwork() })
  const asOwner = () => ({ ...asGuest(), authorization: `Bearer ${token}` })
  const oneClick = (email: string) => {
    const headers = listHeaders({ siteUrl: url, linkSecret, calendarId: calendar.id, email })
    return (headers['List-Unsubscribe'] as string).slice(1 + url.length, -1)
  }

  const kinds: Record<string, () => Omit<LoadRequest, 'kind'>> = {
    'rest read': () => ({
      path: `/rest/v1/events?calendar_id=eq.${calendar.id}&select=id,title&order=start_time&limit=20`,
      headers: asGuest(),
    }),
    'rest write': () => ({
      path: '/rest/v1/events',
      headers: asOwner(),
      body: JSON.stringify(eventOn(calendar.id, { title: mark() })),
    }),
    'auth read': () => ({ path: '/auth/v1/user', headers: asOwner() }),
    'auth write': () => ({ path: '/auth/v1/recover', headers: asGuest(), body: JSON.stringify({ email: address() }) }),
    'functions write': () => {
      const email = address()
      // Signed: of an address that is on no list an unsigned one has no effect.
      const t = optOutToken({ linkSecret, calendarId: calendar.id, email })
      const body = JSON.stringify({ email, calendar_id: calendar.id, t })
      return { path: '/functions/v1/opt-out', headers: asGuest(), body }
    },
    'one-click': () => ({
      path: oneClick(address()),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }),
    page: () => ({ path: `/calendar/${calendar.id}`, headers: { 'x-forwarded-for': newNetwork() } }),
  }
  // Out of twenty: mostly reads, a good part writes, something of every dialect.
  const mix = Object.entries({
    'rest read': 8,
    'rest write': 5,
    'auth read': 2,
    'auth write': 1,
    'functions write': 1,
    'one-click': 1,
    page: 2,
  }).flatMap(([kind, share]) => Array<string>(share).fill(kind))
  let turn = 0

  return {
    next() {
      const kind = mix[(turn++ * 7) % mix.length] as string
      return { kind, ...(kinds[kind] as () => Omit<LoadRequest, 'kind'>)() }
    },
    async writes(pool, answers) {
      const { rows } = await pool.query<{ mark: string }>(written, [calendar.id])
      const found = new Map<string, number>()
      for (const { mark } of rows) found.set(mark, (found.get(mark) ?? 0) + 1)
      const acknowledged = answers.filter(isAsItShould).flatMap(({ request }) => markOf(request) ?? [])
      return {
        acknowledged: acknowledged.length,
        lost: acknowledged.filter((mark) => !found.has(mark)).length,
        doubled: [...found.values()].filter((times) => times > 1).length,
      }
    },
  }
}

export const isAsItShould = ({ kind, status }: Answer) => status === (okay[kind] ?? 200)

/** "Come back later", in the words of the surface that was asked. `statuses` has 429 where one who sends much is told to wait. */
export function isComeBack({ kind, status, headers, text }: Answer, statuses = [503]): boolean {
  if (!statuses.includes(status) || !(Number(headers['retry-after']) > 0)) return false
  if (kind === 'page') return /text\/html/.test(headers['content-type'] ?? '')
  const keys = Object.keys(JSON.parse(text))
  const wanted = kind.startsWith('rest')
    ? ['code', 'message', 'details', 'hint']
    : kind.startsWith('auth')
      ? ['code', 'error_code', 'msg']
      : ['error', 'code']
  return wanted.every((key) => keys.includes(key))
}

const mark = () => `written ${randomUUID()}`
const address = () => `${randomUUID()}@written.example`

/** What of a request can be found in the database afterwards; recovery of an unknown address leaves nothing. */
function markOf({ kind, body = '', path }: LoadRequest): string | undefined {
  if (kind === 'rest write' || kind === 'functions write')
    return /written [\w-]+|[\w-]+@written\.example/.exec(body)?.[0]
  if (kind !== 'one-click') return undefined
  return readOptOutToken(new URL(path, 'http://x').searchParams.get('t') ?? '', linkSecret)?.email
}

const written = `
  select title as mark from public.events where calendar_id = $1
  union all select email from public.opt_outs where calendar_id = $1`
