import { useState } from 'react'
import { NextMailing } from '#web/features/calendars/next-mailing.tsx'
import { useUpcoming } from '#web/features/calendars/queries.ts'

interface NextStripProps {
  calendar: { id: string; time_zone: string }
  /** It is about to leave, and a bar says when. */
  isWaiting?: boolean
}

/** The next mailing, on the screens of a calendar. */
export function NextStrip({ calendar, isWaiting }: NextStripProps) {
  const [now] = useState(() => new Date())
  const paused = useUpcoming().data?.find(({ calendar_id }) => calendar_id === calendar.id)?.paused ?? false
  return <NextMailing {...{ calendar, paused, now, isWaiting }} />
}
