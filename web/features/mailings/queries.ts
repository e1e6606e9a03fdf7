import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Day } from '#domain/dates.ts'
import { seconds } from '#domain/durations.ts'
import type { AlertKind } from '#domain/event-changes.ts'
import type { MailingKind } from '#domain/mailing-kinds.ts'
import { type Clients, useClients } from '#web/api/clients.ts'
import { mailingKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { readSentPeople } from '#web/api/sent-people.ts'
import { pollEvery } from '#web/api/stream-state.ts'
import { useRead } from '#web/api/use-read.ts'

/** A mailing with its progress: `planned` are still to send, `sent` includes `delivered`. */
export interface Mailing {
  id: string
  day: Day
  kind: MailingKind
  sequence: number
  state: 'waiting' | 'planned' | 'sending' | 'finished' | 'held' | 'cancelled'
  total: number
  planned: number
  sent: number
  delivered: number
  bounced: number
  failed: number
  opted_out: number
  expired: number
  cancelled: number
  uncertain: number
  /** waiting: an operator looks at it first. Null: it needs no review. */
  review: 'waiting' | 'approved' | 'refused' | null
  review_reason: string | null
  created_at: string
  started_at: string | null
  emails: number
  texts: number
  pushes: number
  /** The titles of its first three events. */
  titles: string[]
  events: number
  /** Of an alert: which of its messages this is. */
  alert_kind?: AlertKind
  /** To how many people it left; of the mailing that is open only. */
  sent_people?: number
}

const PAGE = 10

const WHILE_IT_IS_SENT = seconds(5)

/** Returns how long to wait until mailings are read again: not at all once all are finished. */
export function pollingOf(mailings: Pick<Mailing, 'state'>[] = []): number | false {
  return (
    mailings.some(({ state }) => state === 'waiting' || state === 'planned' || state === 'sending') &&
    pollEvery(WHILE_IT_IS_SENT)
  )
}

export function useMailings(calendarId: string) {
  const { rest } = useClients()
  return useInfiniteQuery({
    queryKey: mailingKeys.list(calendarId),
    queryFn: ({ pageParam, signal }) =>
      readMailings(rest, { p_calendar_id: calendarId, p_limit: PAGE, p_offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE ? undefined : pages.length * PAGE),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const listed = state.data?.pages.flat()
      // The first may be planned this moment: its admin came here to see it.
      return listed?.length === 0 ? pollEvery(WHILE_IT_IS_SENT) : pollingOf(listed)
    },
  })
}

/** Reads mailings, and of alerts which are updates or the all clear. */
async function readMailings(rest: Clients['rest'], which: object, signal: AbortSignal): Promise<Mailing[]> {
  const mailings = await dataOf<Mailing[]>(rest.rpc('calendar_mailings', which).abortSignal(signal))
  const alerts = mailings.filter(({ kind }) => kind === 'alert').map(({ id }) => id)
  if (alerts.length === 0) return mailings
  const kinds = await dataOf<{ mailing_id: string; kind: AlertKind }[]>(
    rest.from('mailing_events').select('mailing_id, kind').in('mailing_id', alerts).abortSignal(signal),
  )
  const kindOf = new Map(kinds.map(({ mailing_id, kind }) => [mailing_id, kind]))
  return mailings.map((mailing) => {
    const alert_kind = kindOf.get(mailing.id)
    return alert_kind ? { ...mailing, alert_kind } : mailing
  })
}

/** Loads one mailing; at first as the list has it. */
export function useMailing(calendarId: string, mailingId: string) {
  const { rest } = useClients()
  const listed = useQueryClient()
    .getQueryData<InfiniteData<Mailing[]>>(mailingKeys.list(calendarId))
    ?.pages.flat()
    .filter(({ id }) => id === mailingId)
  return useQuery<Mailing[]>({
    queryKey: mailingKeys.one(calendarId, mailingId),
    queryFn: async ({ signal }) => {
      const [mailings, sent_people] = await Promise.all([
        readMailings(rest, { p_calendar_id: calendarId, p_mailing_id: mailingId }, signal),
        readSentPeople(rest, mailingId, signal),
      ])
      return mailings.map((mailing) => ({ ...mailing, sent_people }))
    },
    staleTime: 0,
    ...(listed?.length ? { placeholderData: listed } : {}),
    refetchInterval: ({ state }) => pollingOf(state.data),
  })
}

export function isRunning({ planned, state }: Mailing): boolean {
  return planned > 0 && state !== 'cancelled'
}

export interface Sending {
  sending_paused_at: string | null
  sending_paused_reason: string | null
  sending_paused_by: 'admin' | 'review' | 'operator' | 'suspension' | null
  can_resume: boolean
}

export function useSending(calendarId: string) {
  const columns = 'sending_paused_at, sending_paused_reason, sending_paused_by, can_resume'
  return useRead<Sending>(
    mailingKeys.sending(calendarId),
    (rest, signal) => rest.from('calendars').select(columns).eq('id', calendarId).abortSignal(signal).single(),
    { staleTime: 0, refetchInterval: pollingOf(useMailings(calendarId).data?.pages.flat()) },
  )
}
