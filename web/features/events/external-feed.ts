import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inboundFeedTexts } from '#domain/texts/inbound-feeds.ts'
import { useClients } from '#web/api/clients.ts'
import { dataOf, errorToast } from '#web/api/request-errors.ts'
import { toast } from '#web/ui/toast.ts'
import type { ImportAnswer } from './import.ts'
import { changed } from './mutations.ts'
import { eventKeys } from './queries.ts'

export interface ExternalFeed {
  state: 'preview' | 'live' | 'held'
  include_in_mailer: boolean
  requested_at: string
  checked_at: string | null
  fetched_at: string | null
  changed_at: string | null
  problem: string | null
  /** Of what is shown; null when nothing waits for a yes. */
  seen: string | null
  shown: ImportAnswer | null
}

const columns = 'state, include_in_mailer, requested_at, checked_at, fetched_at, changed_at, problem, seen, shown'
const POLL_INTERVAL_MS = 1500

/** Whether the worker has not answered yet what was last asked. */
export function isChecking({ requested_at, checked_at }: ExternalFeed): boolean {
  return checked_at === null || Date.parse(checked_at) < Date.parse(requested_at)
}

/** Null: nobody has asked for it. Looked at again until what was asked is answered. */
export function useExternalFeed(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: eventKeys.feed(calendarId),
    queryFn: async ({ signal }) => {
      const feeds = rest.from('inbound_feeds').select(columns).eq('calendar_id', calendarId).abortSignal(signal)
      return (await dataOf<ExternalFeed[]>(feeds.overrideTypes<ExternalFeed[], { merge: false }>()))[0] ?? null
    },
    refetchInterval: ({ state }) => (state.data && isChecking(state.data) ? POLL_INTERVAL_MS : false),
  })
}

export function useCheckFeed(calendarId: string) {
  const { rest } = useClients()
  return useFeedChange(calendarId, () => dataOf(rest.rpc('check_feed', { p_calendar_id: calendarId })))
}

export function useAcceptFeed(calendarId: string) {
  const { rest } = useClients()
  return useFeedChange(calendarId, ({ seen, inMailer }: { seen: string; inMailer: boolean }) =>
    dataOf(rest.rpc('accept_feed', { p_calendar_id: calendarId, p_seen: seen, p_include_in_mailer: inMailer })),
  )
}

export function useStopFeed(calendarId: string) {
  const { rest } = useClients()
  return useFeedChange(calendarId, async () => {
    await dataOf(rest.from('inbound_feeds').delete().eq('calendar_id', calendarId).select('calendar_id'))
    toast(inboundFeedTexts.stopped)
  })
}

function useFeedChange<Input = void>(calendarId: string, mutationFn: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn,
    onError: (error) => toast(errorToast(error, inboundFeedTexts.failed)),
    // The feed is among them; what was accepted follows, and is looked up when a month is opened.
    onSettled: () => changed(cache, calendarId),
  })
}
