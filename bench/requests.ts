// The requests that the screens send, as web/features sends them.
import { addMonths, type Month } from '#domain/dates.ts'
import { calendarId, calendarOf, userOn, usersOf } from './data.ts'
import type { Ask } from './load.ts'
import type { Product } from './product.ts'

/** The number of people who request different rows, so that no row is cached only because it was just requested. */
const PEOPLE = 50

export function monthPath(calendar: string, month: Month): string {
  const columns =
    'id,title,description,location,location_name,latitude,longitude,start_time,end_time,category,include_in_mailer,event_date,created_by'
  const bounds = `start_time=gte.${month}-01T05:00:00.000Z&start_time=lt.${addMonths(month, 1)}-01T05:00:00.000Z`
  return `/rest/v1/events?select=${columns}&calendar_id=eq.${calendar}&${bounds}&order=start_time.asc`
}

export function publicMonthPath(calendar: string, month: Month): string {
  const columns = 'id,title,description,location,location_name,start_time,end_time,category,event_date'
  const bounds = `start_time=gte.${month}-01T05:00:00.000Z&start_time=lt.${addMonths(month, 1)}-01T05:00:00.000Z`
  return `/rest/v1/events?select=${columns}&calendar_id=eq.${calendar}&${bounds}&order=start_time.asc,id.asc`
}

/** Each for a month of one of their calendars. */
export function memberMonths(product: Product): Promise<Ask[]> {
  return eachMember(product, (user) => ({ path: monthPath(calendarId(calendarOf(product.size, user)), product.month) }))
}

export function guestMonths(product: Product): Ask[] {
  return spread(product.size.calendars).map((calendar) => ({
    path: publicMonthPath(calendarId(calendar), product.month),
    headers: product.headers.guest,
  }))
}

export async function eachMember(product: Product, ask: (user: number) => Ask): Promise<Ask[]> {
  const users = spread(usersOf(product.size))
  return Promise.all(
    users.map(async (user) => {
      const { headers, ...rest } = ask(user)
      return { ...rest, headers: { ...(await product.headers.member(user)), ...headers } }
    }),
  )
}

/** Numbers below a count, far from each other. */
export function spread(count: number): number[] {
  return Array.from({ length: Math.min(PEOPLE, count) }, (_, n) => (n * 7919) % count)
}

/** The public pages, each under the name of its route. */
export async function publicPaths({ pool }: Product): Promise<Record<string, string>> {
  const calendar = calendarId(0)
  const { rows } = await pool.query<{ event: string; code: string }>(oneEvent, [calendar])
  const { event, code } = rows[0]!
  return {
    '/': '/',
    ...Object.fromEntries(plain.map((path) => [path, path])),
    '/calendar/{id}': `/calendar/${calendar}`,
    '/calendar/{id}/events/{id}': `/calendar/${calendar}/events/${event}`,
    '/invite/{code}': `/invite/${code}`,
  }
}

/** The screens of those who have signed in. */
export async function memberPaths({ pool }: Product): Promise<Record<string, string>> {
  const calendar = `/calendars/${calendarId(0)}`
  const { rows } = await pool.query<{ event: string }>(oneEvent, [calendarId(0)])
  return {
    '/dashboard': '/dashboard',
    '/account': '/account',
    '/towns': '/towns',
    '/calendars/{id}': calendar,
    '/calendars/{id}/events/{id}': `${calendar}/events/${rows[0]!.event}`,
    '/calendars/{id}/people': `${calendar}/people`,
    '/calendars/{id}/mailings': `${calendar}/mailings`,
    '/calendars/{id}/setup': `${calendar}/setup`,
    '/calendars/{id}/settings': `${calendar}/settings`,
  }
}

const plain = [
  '/about',
  '/community',
  '/contact',
  '/pricing',
  '/purchase?plan=pro',
  '/privacy',
  '/terms',
  '/locate-calendar',
  '/signin',
  '/reset-password',
  '/confirm-contact',
  '/opt-out',
  '/preferences',
]

/** Returns the session of the first calendar's owner as the browser stores it. */
export async function ownerSession({ url, size, headers }: Product): Promise<string> {
  const owner = await headers.member(userOn(size, 0, 0))
  const answer = await fetch(`${url}/auth/v1/user`, { headers: owner })
  if (!answer.ok) throw new Error(`could not sign in: ${answer.status} ${await answer.text()}`)
  return JSON.stringify({
    access_token: owner.authorization?.replace('Bearer ', ''),
    refresh_token: 'none',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: await answer.json(),
  })
}

const oneEvent = `
  select e.id as event, i.code from public.events e join private.calendar_invites i on i.calendar_id = e.calendar_id
  where e.calendar_id = $1 order by e.start_time desc limit 1`
