import { useState } from 'react'
import { NextMailing } from './next-mailing.tsx'
import { useUpcoming } from './queries.ts'

/** The next mailing, on the screens of a calendar. */
export function NextStrip({ calendar }: { calendar: { id: string; time_zone: string } }) {
  const [now] = useState(() => new Date())
  const paused = useUpcoming().data?.find(({ calendar_id }) => calendar_id === calendar.id)?.paused ?? false
  return <NextMailing calendar={calendar} paused={paused} now={now} />
}
