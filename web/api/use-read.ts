import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type Clients, useClients } from './clients.ts'
import { dataOf } from './request-errors.ts'

type Read<Data> = (rest: Clients['rest'], signal: AbortSignal) => PromiseLike<PostgrestSingleResponse<Data>>

type ReadOptions<Data> = Pick<
  UseQueryOptions<Data>,
  'enabled' | 'gcTime' | 'placeholderData' | 'refetchInterval' | 'staleTime'
>

/** Reads rows from the data API through the query cache. Pass the signal on: it aborts a request that nobody needs any more. */
export function useRead<Data>(queryKey: QueryKey, read: Read<Data>, options: ReadOptions<Data> = {}) {
  const { rest } = useClients()
  return useQuery<Data>({ ...options, queryKey, queryFn: ({ signal }) => dataOf(read(rest, signal)) })
}
