import { invoke } from '#web/api/function-errors.ts'
import { calendarKeys, eventKeys } from '#web/api/query-keys.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { CalendarEvent } from '#web/features/events/event.ts'
import { dependentKeys } from '#web/features/events/mutations.ts'
import { undoTexts } from '#web/texts/undo.ts'
import { toast } from '#web/ui/toast.ts'
import type { BulkAction, BulkFields } from '../../../domain/bulk-change.ts'
import type { EventCategory } from '../../../domain/categories.ts'
import type { Day } from '../../../domain/dates.ts'
import { memberColumns } from '../../../domain/event-columns.ts'
import { BULK_EVENTS_MAX } from '../../../domain/limits.ts'
import { bulkTexts } from './bulk-texts.ts'

/** Loads the events that touch these days, soonest first. */
export function useEventsBetween(calendarId: string, first: Day, last: Day) {
  return useRead<CalendarEvent[]>(eventKeys.shown(calendarId, 'several', first, last), (rest, signal) =>
    rest
      .from('events')
      .select(memberColumns.join())
      .eq('calendar_id', calendarId)
      .gte('end_date', first)
      .lte('event_date', last)
      .order('start_time')
      .order('id')
      .limit(BULK_EVENTS_MAX)
      .abortSignal(signal)
      .overrideTypes<CalendarEvent[], { merge: false }>(),
  )
}

export interface BulkInput {
  action: BulkAction
  events: { id: string; updated_at: string }[]
  reason: string | null
  category: EventCategory
  include_in_mailer: boolean
  notify: boolean
}

interface BulkAnswer {
  changed: { id: string; updated_at: string | null; before: BulkFields }[]
  skipped: number
}

/** Changes several events at once. Undo sets back what nobody has changed since. */
export function useChangeEvents(calendarId: string) {
  const refetch = [...dependentKeys(calendarId), calendarKeys.upcoming]
  const send = (clients: Parameters<typeof invoke>[0], body: object) =>
    invoke<BulkAnswer>(clients, 'change-events', { calendar_id: calendarId, ...body })
  const undo = useWrite({
    write: (clients, { answer, action }: { answer: BulkAnswer; action: BulkAction }) =>
      send(clients, action === 'delete' ? { restore: answer.changed.map(({ id }) => id) } : { undo: answer.changed }),
    done: ({ skipped }) => toast(bulkTexts.undone(skipped)),
    failed: bulkTexts.undoFailed,
    refetch,
  })
  return useWrite({
    write: (clients, change: BulkInput) => send(clients, change),
    done: (answer, { action, notify }) => {
      const { changed, skipped } = answer
      const onClick = () => undo.mutate({ answer, action })
      const withUndo = changed.length > 0 ? { action: { label: undoTexts.undo, onClick } } : {}
      toast(bulkTexts.done(action, changed.length, skipped, notify), withUndo)
    },
    failed: bulkTexts.failed,
    refetch,
  })
}
