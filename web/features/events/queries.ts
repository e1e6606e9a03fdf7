import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Month, monthReach } from '#domain/dates.ts'
import { answerOf } from '#web/api/answers.ts'
import { useClients } from '#web/api/clients.ts'
import type { CalendarEvent } from './event.ts'

export const eventKeys = {
  calendar: (calendarId: string) => ['events', 'of', calendarId],
  month: (calendarId: string, month: Month) => ['events', 'of', calendarId, month],
  recipients: (calendarId: string) => ['events', 'recipients', calendarId],
} as const

const columns =
  'id, title, description, location, location_name, latitude, longitude, start_time, end_time, category, include_in_mailer, event_date, end_date, all_day, status, previous_start_time, series_id, series_day, created_by'

/** Everything that touches the month as the calendar's own clock has it, also what runs over its edges. */
export function useMonthEvents(calendarId: string, month: Month, zone: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: eventKeys.month(calendarId, month),
    queryFn: ({ signal }) => {
      const { start, end, reach } = monthReach(month, zone)
      return answerOf<CalendarEvent[]>(
        rest
          .from('events')
          .select(columns)
          .eq('calendar_id', calendarId)
          .gte('start_time', reach.toISOString())
          .lt('start_time', end.toISOString())
          .gt('end_time', start.toISOString())
          .order('start_time')
          .abortSignal(signal),
      )
    },
    // The old month's dots stay, dimmed, until the new ones are there.
    placeholderData: keepPreviousData,
  })
}

/** Whether anybody would get an event by email. Only admins may ask; undefined while it is not known. */
export function useHasRecipients(calendarId: string, enabled: boolean): boolean | undefined {
  const { rest } = useClients()
  const { data } = useQuery({
    queryKey: eventKeys.recipients(calendarId),
    queryFn: async ({ signal }) => {
      const emails = rest.from('calendar_contacts').select('id').eq('calendar_id', calendarId)
      const rows = await answerOf<{ id: string }[]>(emails.eq('contact_type', 'email').limit(1).abortSignal(signal))
      return rows.length > 0
    },
    enabled,
  })
  return data
}
