import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Day } from '#domain/dates.ts'
import type { HistoryEntry, HistoryKind } from '#domain/history.ts'
import { KEPT_WHEN_DELETED_MS } from '#domain/limits.ts'
import { useClients } from '#web/api/clients.ts'
import { dataOf } from '#web/api/request-errors.ts'

export interface DeletedEvent {
  id: string
  kind: 'event' | 'series'
  title: string
  /** The day of an event; of a series, the first. */
  event_date: Day | null
  starts_on: Day | null
  deleted_at: string
}

export const historyKeys = {
  of: (calendarId: string) => ['history', calendarId],
  deleted: (calendarId: string) => ['history', calendarId, 'deleted'],
  log: (calendarId: string, kind: HistoryKind | null) => ['history', calendarId, 'log', kind],
} as const

/** More than anybody reads; the newest come first. */
const AT_MOST = 100

export function useDeletedEvents(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: historyKeys.deleted(calendarId),
    queryFn: ({ signal }) =>
      dataOf<DeletedEvent[]>(
        rest
          .from('deleted_events')
          .select(
            'id, kind, title:event->>title, event_date:event->>event_date, starts_on:event->>starts_on, deleted_at',
          )
          .eq('calendar_id', calendarId)
          // What went with its series comes back with it.
          .is('series_id', null)
          .gt('deleted_at', oldest())
          .order('deleted_at', { ascending: false })
          .limit(AT_MOST)
          .abortSignal(signal),
      ),
    staleTime: 0,
  })
}

function oldest(): string {
  return new Date(Date.now() - KEPT_WHEN_DELETED_MS).toISOString()
}

const PAGE = 50

/** Newest first; each page begins where the one before ended, whatever has happened meanwhile. */
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
