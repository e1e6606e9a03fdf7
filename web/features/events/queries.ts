import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Day } from '#domain/dates.ts'
import { seconds } from '#domain/durations.ts'
import type { AlertKind } from '#domain/event-changes.ts'
import { memberColumns } from '#domain/event-columns.ts'
import { choiceOfRule, noRepeat, type RepeatChoice } from '#domain/recurrence/choice.ts'
import { parseRule } from '#domain/recurrence/rule.ts'
import { ruleWords } from '#domain/recurrence/words.ts'
import { dayOfView, readDays, type ViewQuery } from '#domain/views.ts'
import { useClients } from '#web/api/clients.ts'
import { alertKeys, eventKeys, mailingKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { eventsOf, FOUND_MAX } from '#web/features/calendar-view/read-events.ts'
import type { CalendarEvent } from './event.ts'
import type { Mailer } from './mailer-words.ts'

const columns = memberColumns.join()

/** Loads the events of the shown days in the calendar's zone, or search results. */
export function useEvents(
  calendarId: string,
  { viewQuery, today, zone }: { viewQuery: ViewQuery; today: Day; zone: string },
) {
  const { rest } = useClients()
  const { first, last } = readDays(viewQuery.view, dayOfView(viewQuery, today))
  const what = viewQuery.search === '' ? [first, last] : [today, viewQuery.search, viewQuery.past ? 'past' : 'coming']
  return useQuery({
    queryKey: eventKeys.shown(calendarId, ...what, viewQuery.categories.join()),
    queryFn: async ({ signal }) => {
      const read = eventsOf(rest, { calendarId, columns, viewQuery, today, zone }).abortSignal(signal)
      const events = (await dataOf(read)) as unknown as CalendarEvent[]
      const hasMore = viewQuery.search !== '' && events.length > FOUND_MAX
      return { events: hasMore ? events.slice(0, FOUND_MAX) : events, hasMore }
    },
    // The previous month's dots stay, dimmed, until the new ones load.
    placeholderData: keepPreviousData,
  })
}

/** Returns whether an event asks who comes and has no place left. */
export function useIsFull(eventId: string): boolean {
  const { data = [] } = useRead<{ event_id: string }[]>(eventKeys.full(eventId), (rest, signal) =>
    rest
      .from('event_rsvps')
      .select('event_id')
      .eq('event_id', eventId)
      .eq('is_open', true)
      .eq('is_full', true)
      .abortSignal(signal),
  )
  return data.length > 0
}

/** Returns whether anybody else gets the calendar's mails; undefined while unknown. */
export function useHasRecipients(calendarId: string, enabled: boolean): boolean | undefined {
  const { data } = useRead<{ has_recipients: boolean }>(
    eventKeys.recipients(calendarId),
    (rest, signal) => rest.from('calendars').select('has_recipients').eq('id', calendarId).abortSignal(signal).single(),
    { enabled },
  )
  return data?.has_recipients
}

/** Returns when a calendar's mails leave, and how many; undefined while unknown. Only admins may count phones. */
export interface TagCount {
  tag: string
  contacts: number
}

/** Loads the tags that recipients have, for admins. */
export function useMailTags(calendarId: string, isAdmin: boolean): TagCount[] {
  const { data = [] } = useRead<TagCount[]>(
    eventKeys.tags(calendarId),
    (rest, signal) => rest.rpc('count_tags', { p_calendar_id: calendarId }).abortSignal(signal),
    // Tags are given on another screen.
    { enabled: isAdmin, staleTime: 0 },
  )
  return data
}

/** Loads how many emails and texts go to some tags; undefined while it loads, and for none. */
export function useTagged(calendarId: string, tags: readonly string[]): Pick<Mailer, 'emails' | 'texts'> | undefined {
  const { data } = useRead<Required<Pick<Mailer, 'emails' | 'texts'>>[]>(
    eventKeys.tagged(calendarId, tags),
    (rest, signal) => rest.rpc('count_tagged', { p_calendar_id: calendarId, p_tags: [...tags] }).abortSignal(signal),
    { enabled: tags.length > 0 },
  )
  return tags.length > 0 ? data?.[0] : undefined
}

export function useMailer(calendarId: string, isAdmin: boolean): Mailer | undefined {
  const { rest } = useClients()
  const { data } = useQuery({
    queryKey: eventKeys.mailer(calendarId),
    queryFn: async ({ signal }): Promise<Mailer> => {
      const when = rest.from('calendars').select('notify_at, mail_count').eq('id', calendarId).abortSignal(signal)
      // A phone gets texts once its owner has confirmed it.
      const phones = rest
        .from('calendar_contacts')
        .select('id', { count: 'exact', head: true })
        .match({ calendar_id: calendarId, contact_type: 'phone' })
        .not('confirmed_at', 'is', null)
        .abortSignal(signal)
      const [{ notify_at, mail_count }, counted] = await Promise.all([
        dataOf<{ notify_at: string; mail_count: number }>(when.single()),
        isAdmin ? phones : null,
      ])
      return { notifyAt: notify_at, emails: mail_count, ...(counted ? { texts: counted.count ?? 0 } : {}) }
    },
  })
  return data
}

/** Returns how an event repeats, for its form; undefined while it loads. */
export function useRepeatOf(event: CalendarEvent | null): RepeatChoice | undefined {
  const { data: series } = useRead<{ rrule: string } | null>(
    eventKeys.series(event?.series_id),
    (rest, signal) =>
      rest.from('event_series').select('rrule').eq('id', event?.series_id).abortSignal(signal).maybeSingle(),
    // Never cached: if somebody else has changed the rule, a stale one in the form would change it back.
    { enabled: Boolean(event?.series_id), gcTime: 0 },
  )
  if (!event) return undefined
  if (event.series_id === null) return noRepeat(event.event_date)
  const rule = series === undefined ? null : parseRule(series?.rrule ?? '').rule
  return rule ? choiceOfRule(rule, event.series_day ?? event.event_date) : undefined
}

/** Returns how an event repeats, in words; null while it loads, or when it happens once. */
export function useRepeatWords(event: CalendarEvent): string | null {
  const { data } = useRead<{ rrule: string; starts_on: Day } | null>(
    eventKeys.rule(event.series_id),
    (rest, signal) =>
      rest.from('event_series').select('rrule, starts_on').eq('id', event.series_id).abortSignal(signal).maybeSingle(),
    { enabled: event.series_id !== null, staleTime: 0 },
  )
  const rule = data && parseRule(data.rrule).rule
  return rule ? ruleWords(rule, data.starts_on) : null
}

/** Returns how many people were notified of an event; 0 while unknown. */
export function useNotifiedCount(eventId: string | undefined): number {
  const { data } = useRead<{ told_count: number } | null>(
    eventKeys.notified(eventId),
    (rest, signal) => rest.from('events').select('told_count').eq('id', eventId).abortSignal(signal).maybeSingle(),
    { enabled: eventId !== undefined, gcTime: 0 },
  )
  return data?.told_count ?? 0
}

/** Loads what is known of an event's mailings: only admins learn when one left. `told` also counts those who answered or signed up. */
export function useDelivery(
  eventId: string | undefined,
): { told: number; sent: number; sentAt: string | null } | undefined {
  const { data } = useRead<DeliveryRow | null>(
    eventKeys.delivery(eventId),
    (rest, signal) =>
      rest
        .from('events')
        .select('told_count, sent_count, mailing_events(kind, mailings(started_at))')
        .eq('id', eventId)
        .abortSignal(signal)
        .maybeSingle()
        .overrideTypes<DeliveryRow, { merge: false }>(),
    { enabled: eventId !== undefined, staleTime: 0 },
  )
  if (!data) return undefined
  const times = data.mailing_events
    .filter(({ kind }) => kind !== 'test')
    .flatMap(({ mailings }) => mailings?.started_at ?? [])
  return { told: data.told_count, sent: data.sent_count, sentAt: times.sort()[0] ?? null }
}

interface DeliveryRow {
  told_count: number
  sent_count: number
  mailing_events: { kind: string; mailings: { started_at: string | null } | null }[]
}

export interface WaitingNotice {
  id: string
  event_id: string | null
  mailing_id: string
  before: { title: string }
  mailings: { due_at: string; waiting_people: number }
}

const POLL_INTERVAL_MS = 15_000

/** Loads notices that can still be cancelled. Polls while there are any, because they are sent after a delay. */
export function useWaitingNotices(calendarId: string): WaitingNotice[] {
  const { data = [] } = useRead<WaitingNotice[]>(
    eventKeys.waiting(calendarId),
    (rest, signal) =>
      rest
        .from('change_notices')
        .select('id, event_id, mailing_id, before, mailings!inner(due_at, waiting_people)')
        .eq('calendar_id', calendarId)
        .eq('mailings.state', 'waiting')
        .order('created_at')
        .abortSignal(signal)
        .overrideTypes<WaitingNotice[], { merge: false }>(),
    { refetchInterval: ({ state }) => (state.data?.length ? POLL_INTERVAL_MS : false) },
  )
  return data
}

export interface WaitingEvent {
  event_id: string
  title: string
  due_at: string
}

/** Loads events whose hour has passed and that leave when their ten minutes are over. */
export function useWaitingEvents(calendarId: string): WaitingEvent[] {
  const { data = [] } = useRead<WaitingEvent[]>(
    eventKeys.waitingEvents(calendarId),
    (rest, signal) => rest.rpc('get_waiting_events', { p_calendar_id: calendarId }, { get: true }).abortSignal(signal),
    { refetchInterval: ({ state }) => (state.data?.length ? POLL_INTERVAL_MS : false) },
  )
  return data
}

/** An alert in its ten seconds, or one that was refused when they were over. */
export interface WaitingAlert {
  id: string
  kind: AlertKind
  headline: string | null
  people: number
  state: 'waiting' | 'refused'
  problem: string | null
  events: { title: string } | null
}

/** Loads alerts that can still be taken back, and those of the last day that could not be sent. */
export function useWaitingAlerts(calendarId: string): WaitingAlert[] {
  const { data = [] } = useRead<WaitingAlert[]>(
    mailingKeys.heldAlerts(calendarId),
    (rest, signal) =>
      rest
        .from('held_alerts')
        .select('id, kind, headline, people, state, problem, events(title)')
        .eq('calendar_id', calendarId)
        .in('state', ['waiting', 'refused'])
        .order('created_at')
        .abortSignal(signal)
        .overrideTypes<WaitingAlert[], { merge: false }>(),
    { refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? seconds(2) : false) },
  )
  return data
}

/** Returns how many people an alert would reach now; 0 while unknown. */
export function useAlertPeople(calendarId: string, enabled: boolean): number {
  const { data } = useRead<{ people: number }>(
    alertKeys.audience(calendarId),
    (rest, signal) => rest.rpc('get_alert_audience', { p_calendar_id: calendarId }).abortSignal(signal).single(),
    { enabled, staleTime: 0 },
  )
  return data?.people ?? 0
}
