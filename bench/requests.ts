// The requests that the screens send, as web/features sends them.
import { addMonths, type Month } from '#domain/dates.ts'
import { calendarId, calendarOf, usersOf } from './data.ts'
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
