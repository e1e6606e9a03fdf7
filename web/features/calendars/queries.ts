import { queryOptions, useQuery } from '@tanstack/react-query'
import { isUuid } from '#domain/uuid.ts'
import { type Clients, useClients } from '#web/api/clients.ts'
import { calendarKeys } from '#web/api/query-keys.ts'
import { RequestError, refusedWith } from '#web/api/request-errors.ts'
import { storeMine } from '#web/api/session-attribute.ts'
import { useRead } from '#web/api/use-read.ts'
import type { DeletedCalendar, MemberCalendar, MyCalendar } from './calendar.ts'
import { calendarScreenTexts } from './texts.ts'
import type { NextMailing, Upcoming } from './upcoming.ts'

/** Loads the dashboard in one request: every calendar of mine with my role and its counts. */
export function useMyCalendars() {
  const clients = useClients()
  return useQuery(myCalendars(clients))
}

export function myCalendars({ rest }: Clients) {
  return queryOptions({
    queryKey: calendarKeys.mine,
    queryFn: async ({ signal }): Promise<MyCalendar[]> => {
      const { data, error, status } = await rest.rpc('get_my_calendars', {}, { get: true }).abortSignal(signal)
      if (!error) {
        // Of those that the person manages: the bar of public pages says so.
        storeMine(data.filter((mine: MyCalendar) => mine.user_role === 'admin').map(({ id }: MyCalendar) => id))
        return data
      }
      const message =
        status === 0 ? calendarScreenTexts.loadAllFailed.body : calendarScreenTexts.loadAllFailedWith(status)
      throw new RequestError({ status, code: error.code, message })
    },
  })
}

/** Loads what is next in all my calendars, in one request. */
export function useUpcoming() {
  return useRead<Upcoming[]>(
    calendarKeys.upcoming,
    (rest, signal) => rest.rpc('get_my_upcoming', {}, { get: true }).abortSignal(signal),
    // Events and mailings change on other screens.
    { staleTime: 0 },
  )
}

/** Loads when my calendars send next, of those I administer, in one request. */
export function useNextMailings() {
  return useRead<NextMailing[]>(
    calendarKeys.nextMailings,
    (rest, signal) => rest.rpc('get_next_mailings', {}, { get: true }).abortSignal(signal),
    { staleTime: 0 },
  )
}

/** Loads the calendars that I deleted within 30 days, newest first. */
export function useDeletedCalendars() {
  return useRead<DeletedCalendar[]>(calendarKeys.deleted, (rest, signal) =>
    rest.rpc('get_deleted_calendars').abortSignal(signal),
  )
}

/** Loads a calendar with my role; null when I may not see it. */
export function useMemberCalendar(id: string, userId: string) {
  const clients = useClients()
  return useQuery({
    queryKey: calendarKeys.one(id),
    queryFn: ({ signal }) => memberCalendar(clients, id, userId, signal),
  })
}

async function memberCalendar(
  { rest }: Clients,
  id: string,
  userId: string,
  signal: AbortSignal,
): Promise<MemberCalendar | null> {
  // The server would answer 400 to what is not an id.
  if (!isUuid(id)) return null
  const { data, error, status } = await rest
    .from('calendar_members')
    .select(`role, calendar:calendars(${calendarColumns})`)
    .eq('calendar_id', id)
    .eq('user_id', userId)
    .abortSignal(signal)
  if (status === 404 || status === 406) return null
  if (error) throw refusedWith(error, status)
  const [row] = data as unknown as { role: MemberCalendar['role']; calendar: Omit<MemberCalendar, 'role'> | null }[]
  return row?.calendar ? { ...row.calendar, role: row.role } : null
}

const calendarColumns =
  'id, version, name, description, owner_id, identifier, time_zone, state, city, disabled, sendgrid_template_id, external_calendar_url, invite_code, allow_guest_users, suggestion_count'

/** Loads the 50 states and their cities: ten kilobytes that only the two forms with a place need. */
export function usePlaces() {
  const { data } = useQuery({
    queryKey: calendarKeys.places,
    queryFn: () => import('#domain/places.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  return data
}
