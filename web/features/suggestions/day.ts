import { addDays, type Day, instantAt } from '#domain/dates.ts'
import type { PublicSettings } from '#web/api/settings.ts'

export interface EventOfDay {
  id: string
  title: string
}

/** Reads what is on that day, as every visitor can; nothing if that fails. */
export async function readDay(
  { publishableKey }: PublicSettings,
  { id, time_zone: zone }: { id: string; time_zone: string },
  day: Day,
  signal: AbortSignal,
): Promise<EventOfDay[]> {
  const from = instantAt(day, '00:00', zone).toISOString()
  const to = instantAt(addDays(day, 1), '00:00', zone).toISOString()
  const query = new URLSearchParams({ select: 'id,title', calendar_id: `eq.${id}`, order: 'start_time', limit: '100' })
  query.append('start_time', `gte.${from}`)
  query.append('start_time', `lt.${to}`)
  const answer = await fetch(`/rest/v1/events?${query}`, { headers: { apikey: publishableKey }, signal }).catch(
    () => null,
  )
  return answer?.ok ? answer.json() : []
}
