import { DeletedEvents } from './deleted-events.tsx'
import { HistoryLog } from './history-log.tsx'

/** Shows admins what can be restored, and who did what. */
export function HistoryPanel({ calendar }: { calendar: { id: string; time_zone: string } }) {
  return (
    <>
      <DeletedEvents calendarId={calendar.id} />
      <HistoryLog calendar={calendar} />
    </>
  )
}
