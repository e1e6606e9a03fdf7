import { keepPreviousData } from '@tanstack/react-query'
import { mailingKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'
import { type Mailing, pollingOf } from './queries.ts'

export const results = ['delivered', 'waiting', 'failed', 'skipped'] as const
export type Result = (typeof results)[number]

/** One recipient of a mailing. */
export interface Delivery {
  id: string
  /** Null for members, browsers, and contacts that were removed. */
  contact_id: string | null
  channel: 'email' | 'sms' | 'push'
  name: string | null
  /** Null for everyone but contacts. */
  address: string | null
  state: string
  result: Result
  /** What the carrier answered. */
  error: string | null
  cause: string | null
  is_member: boolean
  at: string
  can_resend: boolean
  /** How many match the query, on all pages. */
  found: number
}

export interface ResultCount {
  result: Result
  channel: Delivery['channel']
  deliveries: number
  resendable: number
}

export interface ResultQuery {
  search: string
  /** Null: all. */
  result: Result | null
  /** Counted from 0. */
  page: number
}

export const PAGE_SIZE = 50

/** Loads a page of a mailing's recipients. The page before stays until the next is there. */
export function useDeliveries(calendarId: string, mailing: Mailing, query: ResultQuery) {
  return useRead<Delivery[]>(
    [...mailingKeys.results(calendarId, mailing), query],
    (rest, signal) =>
      rest
        .rpc('find_deliveries', {
          p_mailing_id: mailing.id,
          p_search: query.search,
          p_result: query.result,
          p_limit: PAGE_SIZE,
          p_offset: query.page * PAGE_SIZE,
        })
        .abortSignal(signal),
    {
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: pollingOf([mailing]),
    },
  )
}

export function useResultCounts(calendarId: string, mailing: Mailing) {
  return useRead<ResultCount[]>(
    [...mailingKeys.results(calendarId, mailing), 'counts'],
    (rest, signal) => rest.rpc('count_deliveries', { p_mailing_id: mailing.id }).abortSignal(signal),
    { staleTime: 0, placeholderData: keepPreviousData, refetchInterval: pollingOf([mailing]) },
  )
}
