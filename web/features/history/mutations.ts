import { calendarKeys, eventKeys, historyKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { undoTexts } from '#web/texts/undo.ts'
import { toast } from '#web/ui/toast.ts'

export function useRestoreEvent(calendarId: string) {
  return useWrite({
    write: ({ rest }, id: string) => dataOf(rest.rpc('restore_event', { p_event_id: id })),
    done: () => toast(undoTexts.eventRestored),
    failed: undoTexts.eventFailed,
    // The calendar's events, the dashboard's counts, and this list.
    refetch: [eventKeys.calendar(calendarId), calendarKeys.mine, historyKeys.of(calendarId)],
  })
}
