import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import type { Clients } from '#web/api/clients.ts'
import { calendarKeys, eventKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { dependentKeys } from '#web/features/events/mutations.ts'
import { toast } from '#web/ui/toast.ts'
import { inboundFeedTexts } from './external-calendar-texts.ts'
import type { ImportAnswer } from './import.ts'

export interface ExternalFeed {
  state: 'preview' | 'live' | 'held'
  include_in_mailer: boolean
  requested_at: string
  checked_at: string | null
  fetched_at: string | null
  changed_at: string | null
  problem: string | null
  /** The hash of what is shown, to approve exactly that; null when nothing waits for approval. */
  seen: string | null
  shown: ImportAnswer | null
}

const columns = 'state, include_in_mailer, requested_at, checked_at, fetched_at, changed_at, problem, seen, shown'
const POLL_INTERVAL_MS = 1500

/** Returns whether the worker has not yet finished the last requested check. */
export function isChecking({ requested_at, checked_at }: ExternalFeed): boolean {
  return checked_at === null || Date.parse(checked_at) < Date.parse(requested_at)
}

/** Loads the feed's state; null before the first check. Polls while a check runs. */
export function useExternalFeed(calendarId: string) {
  return useRead<ExternalFeed | null>(
    eventKeys.feed(calendarId),
    (rest, signal) =>
      rest.from('inbound_feeds').select(columns).eq('calendar_id', calendarId).abortSignal(signal).maybeSingle(),
    { refetchInterval: ({ state }) => (state.data && isChecking(state.data) ? POLL_INTERVAL_MS : false) },
  )
}

/** Stores the address as the calendar's external link and has it checked. Only the owner may. */
export function useConnectFeed(calendarId: string) {
  return useWrite({
    write: async ({ rest }, url: string) => {
      const saved = rest.from('calendars').update({ external_calendar_url: url }).eq('id', calendarId)
      await dataOf(saved.select('id').single())
      await dataOf(rest.rpc('check_feed', { p_calendar_id: calendarId }))
    },
    failed: inboundFeedTexts.failed,
    refetch: [...dependentKeys(calendarId), calendarKeys.all],
  })
}

export function useCheckFeed(calendarId: string) {
  return useFeedChange(calendarId, (rest) => rest.rpc('check_feed', { p_calendar_id: calendarId }))
}

export function useAcceptFeed(calendarId: string) {
  return useFeedChange(calendarId, (rest, { seen, inMailer }: { seen: string; inMailer: boolean }) =>
    rest.rpc('accept_feed', { p_calendar_id: calendarId, p_seen: seen, p_include_in_mailer: inMailer }),
  )
}

export function useStopFeed(calendarId: string) {
  const done = () => toast(inboundFeedTexts.stopped)
  return useFeedChange(calendarId, (rest) => rest.from('inbound_feeds').delete().eq('calendar_id', calendarId), done)
}

function useFeedChange<Input = void>(
  calendarId: string,
  change: (rest: Clients['rest'], input: Input) => PromiseLike<PostgrestSingleResponse<unknown>>,
  done?: () => void,
) {
  return useWrite({
    write: ({ rest }, input: Input) => dataOf(change(rest, input)),
    done,
    failed: inboundFeedTexts.failed,
    // The feed's key is below the calendar's. Accepted events arrive later, when the worker has imported them.
    refetch: dependentKeys(calendarId),
  })
}
