import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { undoTexts } from '#web/texts/undo.ts'
import { toast } from '#web/ui/toast.ts'
import { historyKeys } from './queries.ts'

export function useRestoreEvent(calendarId: string) {
  return useWrite({
    write: ({ rest }, id: string) => dataOf(rest.rpc('restore_event', { p_event_id: id })),
    done: () => toast(undoTexts.eventRestored),
    failed: undoTexts.eventFailed,
    // The calendar's events, the dashboard's counts, and this list.
    refetch: [['events', 'of', calendarId], ['calendars', 'mine'], historyKeys.of(calendarId)],
  })
}
