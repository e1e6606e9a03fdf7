import { accountKeys } from './query-keys.ts'
import { useSettings } from './settings.ts'
import { useRead } from './use-read.ts'

/** Returns whether the limits of a trial hold for me; false while unknown, because the database enforces the limits anyway. */
export function useTrial(userId: string): boolean {
  const { data } = useRead<{ trial: boolean }>(
    accountKeys.trial,
    (rest, signal) => rest.from('profiles').select('trial').eq('user_id', userId).abortSignal(signal).single(),
    { staleTime: 0 },
  )
  return useSettings().trial && (data?.trial ?? false)
}
