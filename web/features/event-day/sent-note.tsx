import { eventKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import type { Day } from '../../../domain/dates.ts'

interface SentNoteProps {
  event: { id: string; event_date: Day }
  calendarId: string
}

/** Says how many people an event was sent to. One read for all events of its day. */
export function SentNote({ event, calendarId }: SentNoteProps) {
  const { data } = useRead<{ id: string; sent_count: number }[]>(
    eventKeys.sentOn(calendarId, event.event_date),
    (rest, signal) =>
      rest
        .from('events')
        .select('id, sent_count')
        .eq('calendar_id', calendarId)
        .eq('event_date', event.event_date)
        .abortSignal(signal),
    { staleTime: 0 },
  )
  const count = data?.find(({ id }) => id === event.id)?.sent_count ?? 0
  return count > 0 && <span className="text-xs text-ok">{quickTexts.sent(count)}</span>
}
