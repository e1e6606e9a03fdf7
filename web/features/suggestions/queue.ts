import type { EventCategory } from '#domain/categories.ts'
import { addDays, type Day, instantAt } from '#domain/dates.ts'
import type { EventTimes } from '#domain/event-times.ts'
import { SUGGESTIONS_PENDING_MAX } from '#domain/limits.ts'
import type { SuggestedEvent, SuggestionState } from '#domain/suggestions.ts'
import { invoke } from '#web/api/function-errors.ts'
import { calendarKeys, eventKeys, suggestionKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { queueTexts, suggestionSettingsTexts } from './queue-texts.ts'

// What admins read and write of suggestions.

interface SuggestionRow extends Omit<SuggestedEvent, 'start' | 'end'> {
  id: string
  event_id: string | null
  state: SuggestionState
  starts_at: string
  ends_at: string
  name: string
  email: string
  reason: string | null
}

export interface Suggestion extends SuggestedEvent {
  id: string
  event_id: string | null
  state: SuggestionState
  name: string
  email: string
}

const columns =
  'id,event_id,state,title,description,location_name,location,link_url,day,starts_at,end_day,ends_at,all_day,name,email,reason'

export function suggestionOf({ starts_at, ends_at, ...row }: SuggestionRow): Suggestion {
  return { ...row, start: starts_at.slice(0, 5), end: ends_at.slice(0, 5) }
}

export function usePending(calendarId: string) {
  return useRead<SuggestionRow[]>(
    suggestionKeys.pending(calendarId),
    (rest, signal) =>
      rest
        .from('event_suggestions')
        .select(columns)
        .eq('calendar_id', calendarId)
        .eq('state', 'pending')
        .order('confirmed_at')
        .limit(SUGGESTIONS_PENDING_MAX)
        .abortSignal(signal)
        .overrideTypes<SuggestionRow[], { merge: false }>(),
    { staleTime: 0 },
  )
}

/** What was decided last; older ones are nobody's concern. */
export function useDecided(calendarId: string) {
  return useRead<SuggestionRow[]>(suggestionKeys.decided(calendarId), (rest, signal) =>
    rest
      .from('event_suggestions')
      .select(columns)
      .eq('calendar_id', calendarId)
      .in('state', ['accepted', 'declined'])
      .order('decided_at', { ascending: false })
      .limit(20)
      .abortSignal(signal)
      .overrideTypes<SuggestionRow[], { merge: false }>(),
  )
}

export function useTrusted(calendarId: string) {
  return useRead<{ email: string }[]>(suggestionKeys.trusted(calendarId), (rest, signal) =>
    rest.from('trusted_submitters').select('email').eq('calendar_id', calendarId).order('email').abortSignal(signal),
  )
}

export interface StandingEvent {
  id: string
  title: string
  start_time: string
  end_time: string
  all_day: boolean
}

/** The event that a suggestion would change. */
export function useStandingEvent(eventId: string) {
  return useRead<StandingEvent | null>(eventKeys.suggested(eventId), (rest, signal) =>
    rest
      .from('events')
      .select('id,title,start_time,end_time,all_day')
      .eq('id', eventId)
      .abortSignal(signal)
      .maybeSingle(),
  )
}

/** What is on that day already. */
export function useEventsOfDay(calendarId: string, day: Day, zone: string) {
  return useRead<{ id: string; title: string }[]>(eventKeys.suggestedOn(calendarId, day), (rest, signal) =>
    rest
      .from('events')
      .select('id,title')
      .eq('calendar_id', calendarId)
      .gte('start_time', instantAt(day, '00:00', zone).toISOString())
      .lt('start_time', instantAt(addDays(day, 1), '00:00', zone).toISOString())
      .order('start_time')
      .limit(100)
      .abortSignal(signal),
  )
}

interface Accepted {
  id: string
  event: {
    title: string
    description: string | null
    location_name: string | null
    location: string | null
    link_url: string | null
    category: EventCategory
    include_in_mailer: boolean
  }
  times: EventTimes
}

export function useAccept(calendarId: string) {
  return useWrite({
    write: (clients, { id, event, times }: Accepted) =>
      invoke<{ event_id: string }>(clients, 'accept-suggestion', { suggestion_id: id, event, times }),
    done: (_, { event }) => toast(queueTexts.accepted(event.title)),
    failed: queueTexts.acceptFailed,
    refetch: refetchOf(calendarId),
  })
}

export function useDecline(calendarId: string) {
  return useWrite({
    write: ({ rest }, { id, reason }: { id: string; title: string; reason: string }) =>
      dataOf(rest.rpc('decline_suggestion', { p_id: id, p_reason: reason })),
    done: (_, { title }) => toast(queueTexts.declined(title)),
    failed: queueTexts.declineFailed,
    refetch: refetchOf(calendarId),
  })
}

export function useTrust(calendarId: string) {
  return useWrite({
    write: ({ rest }, { id, isTrusted }: { id: string; email: string; isTrusted: boolean }) =>
      dataOf(rest.rpc('trust_submitter', { p_suggestion_id: id, p_is_trusted: isTrusted })),
    done: (_, { email, isTrusted }) => toast(isTrusted ? queueTexts.trustDone(email) : queueTexts.distrustDone(email)),
    failed: queueTexts.trustFailed,
    refetch: [suggestionKeys.trusted(calendarId)],
  })
}

const refetchOf = (calendarId: string) => [
  suggestionKeys.of(calendarId),
  calendarKeys.all,
  eventKeys.calendar(calendarId),
]

export function useSuggestionSetting(calendarId: string) {
  return useRead<{ takes_suggestions: boolean }>(suggestionKeys.setting(calendarId), (rest, signal) =>
    rest.from('calendars').select('takes_suggestions').eq('id', calendarId).abortSignal(signal).single(),
  )
}

export function useSaveSuggestionSetting(calendarId: string) {
  return useWrite<boolean, unknown, { takes_suggestions: boolean }>({
    write: ({ rest }, takes_suggestions) =>
      dataOf(rest.from('calendars').update({ takes_suggestions }).eq('id', calendarId).select('id').single()),
    optimistic: {
      queryKey: suggestionKeys.setting(calendarId),
      show: (_, takes_suggestions) => ({ takes_suggestions }),
    },
    done: () => toast(suggestionSettingsTexts.saved),
    failed: suggestionSettingsTexts.failed,
    refetch: [suggestionKeys.setting(calendarId)],
  })
}
