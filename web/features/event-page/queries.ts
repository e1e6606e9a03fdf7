import { useQuery } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { readEventPage } from './event-page.ts'

export function useEventPage(calendarId: string, eventId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: ['events', 'of', calendarId, 'page', eventId],
    queryFn: () => readEventPage(rest, { calendarId, eventId }),
  })
}
