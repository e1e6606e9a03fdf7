import { cohostKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'
import { togetherTexts } from './together-texts.ts'

/** "Together with Cedar Row, Mill Town", or null: one calendar hosts it. */
export function useTogether(eventId: string | undefined): string | null {
  const { data = [] } = useRead<{ calendar_name: string; state: string }[]>(
    cohostKeys.together(eventId),
    (rest, signal) => rest.rpc('get_cohosts', { p_event_id: eventId }, { get: true }).abortSignal(signal),
    { enabled: eventId !== undefined },
  )
  const names = data.filter(({ state }) => state === 'accepted').map(({ calendar_name }) => calendar_name)
  return names.length > 0 ? togetherTexts.with(names.join(', ')) : null
}
