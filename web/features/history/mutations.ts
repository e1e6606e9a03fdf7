import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undoTexts } from '#domain/texts/undo.ts'
import { useClients } from '#web/api/clients.ts'
import { dataOf, errorToast } from '#web/api/request-errors.ts'
import { toast } from '#web/ui/toast.ts'
import { historyKeys } from './queries.ts'

export function useRestoreEvent(calendarId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => dataOf(rest.rpc('restore_event', { p_event_id: id })),
    onSuccess: () => toast(undoTexts.eventRestored),
    onError: (error) => toast(errorToast(error, undoTexts.eventFailed)),
    // The month, the numbers on the cards, and this list itself.
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['events', 'of', calendarId] }),
        cache.invalidateQueries({ queryKey: ['calendars', 'mine'] }),
        cache.invalidateQueries({ queryKey: historyKeys.of(calendarId) }),
      ]),
  })
}
