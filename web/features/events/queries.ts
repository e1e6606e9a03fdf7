import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Day } from '#domain/dates.ts'
import { memberColumns } from '#domain/event-columns.ts'
import { choiceOfRule, noRepeat, type RepeatChoice } from '#domain/recurrence/choice.ts'
import { parseRule } from '#domain/recurrence/rule.ts'
import { dayOfView, shownDays, type ViewQuery } from '#domain/views.ts'
import { useClients } from '#web/api/clients.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { eventsOf, FOUND_MAX } from '#web/features/calendar-view/read-events.ts'
import type { CalendarEvent } from './event.ts'

export const eventKeys = {
  calendar: (calendarId: string) => ['events', 'of', calendarId],
  shown: (calendarId: string, ...what: string[]) => ['events', 'of', calendarId, 'shown', ...what],
  waiting: (calendarId: string) => ['events', 'of', calendarId, 'waiting'],
  feed: (calendarId: string) => ['events', 'of', calendarId, 'feed'],
  notified: (eventId: string | undefined) => ['events', 'notified', eventId],
  series: (seriesId: string | null | undefined) => ['events', 'series', seriesId],
  recipients: (calendarId: string) => ['events', 'recipients', calendarId],
} as const

const columns = memberColumns.join()

/** Everything that touches the shown days as the calendar's own clock has them; or what a search finds, and one more. */
export function useEvents(
  calendarId: string,
  { viewQuery, today, zone }: { viewQuery: ViewQuery; today: Day; zone: string },
) {
  const { rest } = useClients()
  const { first, last } = shownDays(viewQuery.view, dayOfView(viewQuery, today))
  const what = viewQuery.search === '' ? [first, last] : [today, viewQuery.search, viewQuery.past ? 'past' : 'coming']
  return useQuery({
    queryKey: eventKeys.shown(calendarId, ...what, viewQuery.categories.join()),
    queryFn: async ({ signal }) => {
      const read = eventsOf(rest, { calendarId, columns, viewQuery, today, zone }).abortSignal(signal)
      const events = (await dataOf(read)) as unknown as CalendarEvent[]
      const hasMore = viewQuery.search !== '' && events.length > FOUND_MAX
      return { events: hasMore ? events.slice(0, FOUND_MAX) : events, hasMore }
    },
    // The old month's dots stay, dimmed, until the new ones are there.
    placeholderData: keepPreviousData,
  })
}

/** Whether anybody would get an event by email. Only admins may ask; undefined while it is not known. */
export function useHasRecipients(calendarId: string, enabled: boolean): boolean | undefined {
  const { rest } = useClients()
  const { data } = useQuery({
    queryKey: eventKeys.recipients(calendarId),
    queryFn: async ({ signal }) => {
      const emails = rest.from('calendar_contacts').select('id').eq('calendar_id', calendarId)
      const rows = await dataOf<{ id: string }[]>(emails.eq('contact_type', 'email').limit(1).abortSignal(signal))
      return rows.length > 0
    },
    enabled,
  })
  return data
}

/** How an event repeats, as its form shows it; undefined while that is on its way. */
export function useRepeatOf(event: CalendarEvent | null): RepeatChoice | undefined {
  const { rest } = useClients()
  const { data: rrule } = useQuery({
    queryKey: eventKeys.series(event?.series_id),
    queryFn: async ({ signal }) => {
      const series = rest.from('event_series').select('rrule').eq('id', event?.series_id).abortSignal(signal)
      const [found] = await dataOf<{ rrule: string }[]>(series)
      return found?.rrule ?? ''
    },
    enabled: Boolean(event?.series_id),
    // Somebody else may have changed the rule; an old one in the form would change it back.
    gcTime: 0,
  })
  if (!event) return undefined
  if (event.series_id === null) return noRepeat(event.event_date)
  const rule = rrule === undefined ? null : parseRule(rrule).rule
  return rule ? choiceOfRule(rule, event.series_day ?? event.event_date) : undefined
}

/** How many people know of an event from us; 0 while that is not known. */
export function useNotifiedCount(eventId: string | undefined): number {
  const { rest } = useClients()
  const { data } = useQuery({
    queryKey: eventKeys.notified(eventId),
    queryFn: async ({ signal }) => {
      const events = rest.from('events').select('told_count').eq('id', eventId).abortSignal(signal)
      const [found] = await dataOf<{ told_count: number }[]>(events)
      return found?.told_count ?? 0
    },
    enabled: eventId !== undefined,
    gcTime: 0,
  })
  return data ?? 0
}

export interface WaitingNotice {
  id: string
  event_id: string | null
  mailing_id: string
  before: { title: string }
  mailings: { due_at: string }
}

const POLL_INTERVAL_MS = 15_000

/** Notices that can still be taken back. Looked at again while there are any: they go by themselves. */
export function useWaitingNotices(calendarId: string): WaitingNotice[] {
  const { rest } = useClients()
  const { data = [] } = useQuery({
    queryKey: eventKeys.waiting(calendarId),
    queryFn: ({ signal }) =>
      dataOf<WaitingNotice[]>(
        rest
          .from('change_notices')
          .select('id, event_id, mailing_id, before, mailings!inner(due_at)')
          .eq('calendar_id', calendarId)
          .eq('mailings.state', 'waiting')
          .order('created_at')
          .abortSignal(signal)
          .overrideTypes<WaitingNotice[], { merge: false }>(),
      ),
    refetchInterval: ({ state }) => (state.data?.length ? POLL_INTERVAL_MS : false),
  })
  return data
}
