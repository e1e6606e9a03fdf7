import { useQuery } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { eventKeys } from '#web/api/query-keys.ts'
import { readEventPage } from './event-page.ts'

export function useEventPage(calendarId: string, eventId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: eventKeys.page(calendarId, eventId),
    queryFn: () => readEventPage(rest, { calendarId, eventId }),
  })
}
