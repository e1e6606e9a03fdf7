import { GettingStarted } from './getting-started.tsx'
import { useMyCalendars, useUpcoming } from './queries.ts'

/** The checklist of one calendar, on its own screen. */
export function CalendarStart({ calendarId, userId }: { calendarId: string; userId: string }) {
  const calendar = useMyCalendars().data?.find(({ id }) => id === calendarId)
  const upcoming = useUpcoming().data?.find(({ calendar_id }) => calendar_id === calendarId)
  if (!calendar || !upcoming) return null
  return <GettingStarted calendar={calendar} upcoming={upcoming} userId={userId} />
}
