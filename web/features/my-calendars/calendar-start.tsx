import { useMyCalendars, useUpcoming } from '#web/features/calendars/queries.ts'
import { GettingStarted, type GettingStartedProps } from './getting-started.tsx'

type CalendarStartProps = Omit<GettingStartedProps, 'calendar' | 'upcoming'> & { calendarId: string }

/** The checklist of one calendar, on its own screen. */
export function CalendarStart({ calendarId, ...rest }: CalendarStartProps) {
  const calendar = useMyCalendars().data?.find(({ id }) => id === calendarId)
  const upcoming = useUpcoming().data?.find(({ calendar_id }) => calendar_id === calendarId)
  if (!calendar || !upcoming) return null
  return <GettingStarted calendar={calendar} upcoming={upcoming} {...rest} />
}
