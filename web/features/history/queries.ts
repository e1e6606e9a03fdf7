import { useInfiniteQuery } from '@tanstack/react-query'
import type { Day } from '#domain/dates.ts'
import type { HistoryEntry, HistoryKind } from '#domain/history.ts'
import { KEPT_WHEN_DELETED_MS } from '#domain/limits.ts'
import { useClients } from '#web/api/clients.ts'
import { historyKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'

export interface DeletedEvent {
  id: string
  kind: 'event' | 'series'
  title: string
  /** Null for a series, which has `starts_on`. */
  event_date: Day | null
  starts_on: Day | null
  deleted_at: string
}

/** Shows the newest only; nobody looks through more. */
const AT_MOST = 100

export function useDeletedEvents(calendarId: string) {
  return useRead<DeletedEvent[]>(
    historyKeys.deleted(calendarId),
    (rest, signal) =>
      rest
        .from('deleted_events')
        .select('id, kind, title:event->>title, event_date:event->>event_date, starts_on:event->>starts_on, deleted_at')
        .eq('calendar_id', calendarId)
        // An event that was deleted with its series is restored with it.
        .is('series_id', null)
        .gt('deleted_at', oldest())
        .order('deleted_at', { ascending: false })
        .limit(AT_MOST)
        .abortSignal(signal),
    { staleTime: 0 },
  )
}

function oldest(): string {
  return new Date(Date.now() - KEPT_WHEN_DELETED_MS).toISOString()
}

const PAGE = 50

/** Loads the log, newest first. Pages continue from the last id, so that new entries do not shift them. */
export function useHistory(calendarId: string, kind: HistoryKind | null) {
  const { rest } = useClients()
  return useInfiniteQuery({
    queryKey: historyKeys.log(calendarId, kind),
    queryFn: ({ pageParam, signal }) =>
      dataOf<HistoryEntry[]>(
        rest
          .rpc('get_history', { p_calendar_id: calendarId, p_kind: kind, p_before: pageParam, p_limit: PAGE })
          .abortSignal(signal),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    staleTime: 0,
  })
}
