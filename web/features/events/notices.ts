import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeTexts } from '#domain/texts/notices.ts'
import { useClients } from '#web/api/clients.ts'
import { dataOf, errorToast } from '#web/api/request-errors.ts'
import { toast } from '#web/ui/toast.ts'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { eventKeys } from './queries.ts'

/** Takes back a notice that waits; with `restore` the event becomes what it was. */
export function useWithdrawNotice(calendar: EventCalendar) {
  const { rest } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, restore }: { id: string; restore: boolean }) =>
      dataOf<boolean>(rest.rpc('withdraw_notice', { p_notice_id: id, p_restore: restore })),
    onSuccess: (isRestored, { restore }) => toast(restore && isRestored ? noticeTexts.undone : noticeTexts.withdrawn),
    onError: (error) => toast(errorToast(error, noticeTexts.undoFailed)),
    onSettled: () => cache.invalidateQueries({ queryKey: eventKeys.calendar(calendar.id) }),
  })
}

export function useSendNotice(calendar: EventCalendar) {
  const { rest } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (mailingId: string) => dataOf(rest.rpc('send_notice_now', { p_mailing_id: mailingId })),
    onSuccess: () => toast(noticeTexts.sent),
    onError: (error) => toast(errorToast(error, noticeTexts.sendFailed)),
    onSettled: () => cache.invalidateQueries({ queryKey: eventKeys.calendar(calendar.id) }),
  })
}

export function useSendAlert() {
  const { rest } = useClients()
  return useMutation({
    mutationFn: ({ id }: CalendarEvent) => dataOf(rest.rpc('send_alert', { p_event_id: id })),
    onSuccess: () => toast(noticeTexts.alertSent),
    onError: (error) => toast(errorToast(error, noticeTexts.alertFailed)),
  })
}
