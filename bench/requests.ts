// The requests that the screens send, as web/features sends them.
import { addMonths, type Month } from '#domain/dates.ts'
import { calendarId, calendarOf, usersOf } from './data.ts'
import type { Ask } from './load.ts'
import type { Town } from './town.ts'

/** So many people at once ask for different rows, so that none is in a cache only because it was asked for just now. */
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
export function memberMonths(town: Town): Promise<Ask[]> {
  return eachMember(town, (user) => ({ path: monthPath(calendarId(calendarOf(town.size, user)), town.month) }))
}

export function guestMonths(town: Town): Ask[] {
  return spread(town.size.calendars).map((calendar) => ({
    path: publicMonthPath(calendarId(calendar), town.month),
    headers: town.headers.guest,
  }))
}

export async function eachMember(town: Town, ask: (user: number) => Ask): Promise<Ask[]> {
  const users = spread(usersOf(town.size))
  return Promise.all(
    users.map(async (user) => {
      const { headers, ...rest } = ask(user)
      return { ...rest, headers: { ...(await town.headers.member(user)), ...headers } }
    }),
  )
}

/** Numbers below a count, far from each other. */
export function spread(count: number): number[] {
  return Array.from({ length: Math.min(PEOPLE, count) }, (_, n) => (n * 7919) % count)
}
