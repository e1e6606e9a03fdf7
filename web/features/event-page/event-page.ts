import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Day } from '#domain/dates.ts'
import { type PublicEvent, publicColumns } from '#domain/event-columns.ts'
import { parseRule } from '#domain/recurrence/rule.ts'
import { ruleWords } from '#domain/recurrence/words.ts'
import { type Rsvp, rsvpColumns } from '#domain/rsvp-answers.ts'
import { type Slot, slotColumns } from '#domain/slots.ts'
import { shownStatus } from '#domain/statuses.ts'
import { isUuid } from '#domain/uuid.ts'

// One event with its calendar. The client's session and row-level security decide whether it is visible.

export interface PageCalendar {
  id: string
  name: string
  city: string
  state: string
  time_zone: string
  identifier: number
  admin_email: string | null
  allow_guest_users: boolean
  disabled: boolean
  /** No place is left for another email address. */
  is_full: boolean
  version: number
}

export type PageEvent = PublicEvent

export interface ShownEvent {
  status: 'found'
  calendar: PageCalendar
  event: PageEvent
  /** "Every week on Tuesday"; null when it happens once. */
  repeats: string | null
  /** The next dates of its series. */
  next: NextDate[]
  /** What it asks those who come; null: nothing. */
  rsvp: Rsvp | null
  /** What it needs; empty: nothing. */
  slots: Slot[]
  /** The other calendars that host it, the home first. */
  cohosts: PageCohost[]
  /** What followed an alert, oldest first. */
  updates: AlertUpdate[]
  /** The path of the picture beside links to it. Members see pages that nobody links. */
  preview?: string
}

export interface PageCohost {
  calendar_id: string
  calendar_name: string
  event_id: string
  /** The event comes from there. */
  is_home: boolean
  /** Everybody can see its page. */
  is_listed: boolean
  /** Its page asks who comes or helps. */
  asks: boolean
}

export interface AlertUpdate {
  id: string
  kind: 'update' | 'all_clear'
  message: string
  created_at: string
}

export interface NextDate {
  id: string
  event_date: Day
}

export type EventAnswer = ShownEvent | { status: 'not-found' } | { status: 'failed' }

export async function readEventPage(
  rest: PostgrestClient,
  { calendarId, eventId }: { calendarId: string; eventId: string },
): Promise<EventAnswer> {
  if (!isUuid(calendarId) || !isUuid(eventId)) return { status: 'not-found' }
  const found = await rest
    .from('events')
    .select(
      `${publicColumns},series_id,calendars!inner(${calendarColumns}),event_series(rrule,starts_on),alert_updates(id,kind,message,created_at)`,
    )
    .eq('id', eventId)
    .eq('calendar_id', calendarId)
    .maybeSingle()
  if (found.error) return { status: 'failed' }
  if (!found.data) return { status: 'not-found' }
  const { calendars, event_series, series_id, alert_updates: updates, ...event } = found.data as unknown as Row
  const [rsvp, slots, cohosts] = await Promise.all([
    readRsvp(rest, { calendarId, eventId }),
    readSlots(rest, { calendarId, eventId }),
    readCohosts(rest, eventId),
  ])
  const repeats = event_series && repeatWords(event_series)
  const next = series_id ? await nextDates(rest, { seriesId: series_id, calendarId, after: event.start_time }) : []
  updates.sort((a, b) => b.created_at.localeCompare(a.created_at))
  const shown = { ...event, status: shownStatus(event, rsvp?.is_full) }
  return { status: 'found', calendar: calendars, event: shown, repeats, next, rsvp, slots, cohosts, updates }
}

/** Without it the page is still worth showing. */
async function readRsvp(rest: PostgrestClient, { calendarId, eventId }: { calendarId: string; eventId: string }) {
  const { data } = await rest
    .from('event_rsvps')
    .select(rsvpColumns)
    .eq('event_id', eventId)
    .eq('calendar_id', calendarId)
    .eq('is_open', true)
    .maybeSingle()
  return data as Rsvp | null
}

/** Without them the page is still worth showing. */
async function readSlots(rest: PostgrestClient, { calendarId, eventId }: { calendarId: string; eventId: string }) {
  const { data } = await rest
    .from('event_slots')
    .select(slotColumns)
    .eq('event_id', eventId)
    .eq('calendar_id', calendarId)
    .order('position')
    .order('id')
  return (data ?? []) as Slot[]
}

/** Without them the page is still worth showing. */
async function readCohosts(rest: PostgrestClient, eventId: string): Promise<PageCohost[]> {
  const { data } = await rest.rpc('get_cohosts', { p_event_id: eventId }, { get: true }).eq('state', 'accepted')
  return data ?? []
}

/** Without them the page is still worth showing. */
async function nextDates(
  rest: PostgrestClient,
  { seriesId, calendarId, after }: { seriesId: string; calendarId: string; after: string },
): Promise<NextDate[]> {
  const { data } = await rest
    .from('events')
    .select('id,event_date')
    .eq('series_id', seriesId)
    .eq('calendar_id', calendarId)
    .in('status', ['scheduled', 'moved'])
    .gt('start_time', after)
    .order('start_time')
    .limit(NEXT_DATES)
  return data ?? []
}

const NEXT_DATES = 3

interface Series {
  rrule: string
  starts_on: Day
}

type Row = PageEvent & {
  calendars: PageCalendar
  series_id: string | null
  event_series: Series | null
  alert_updates: AlertUpdate[]
}

function repeatWords({ rrule, starts_on }: Series): string | null {
  const { rule } = parseRule(rrule)
  return rule ? ruleWords(rule, starts_on) : null
}

const calendarColumns = 'id,name,city,state,time_zone,identifier,admin_email,allow_guest_users,disabled,is_full,version'
