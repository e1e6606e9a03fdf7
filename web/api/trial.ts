import { accountKeys } from './query-keys.ts'
import { useRead } from './use-read.ts'

/** Returns whether I am on trial; false while unknown, because the database enforces the limits anyway. */
export function useTrial(userId: string): boolean {
  const { data } = useRead<{ trial: boolean }>(
    accountKeys.trial,
    (rest, signal) => rest.from('profiles').select('trial').eq('user_id', userId).abortSignal(signal).single(),
    { staleTime: 0 },
  )
  return data?.trial ?? false
}
