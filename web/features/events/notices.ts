import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeTexts } from '#domain/texts/notices.ts'
import { answerOf, failureToast } from '#web/api/answers.ts'
import { useClients } from '#web/api/clients.ts'
import { toast } from '#web/ui/toast.ts'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { eventKeys } from './queries.ts'

/** Takes back a notice that waits; with `restore` the event becomes what it was. */
export function useWithdrawNotice(calendar: EventCalendar) {
  const { rest } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, restore }: { id: string; restore: boolean }) =>
      answerOf<boolean>(rest.rpc('withdraw_notice', { p_notice_id: id, p_restore: restore })),
    onSuccess: (isRestored, { restore }) => toast(restore && isRestored ? noticeTexts.undone : noticeTexts.withdrawn),
    onError: (error) => toast(failureToast(error, noticeTexts.undoFailed)),
    onSettled: () => cache.invalidateQueries({ queryKey: eventKeys.calendar(calendar.id) }),
  })
}

export function useSendNotice(calendar: EventCalendar) {
  const { rest } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (mailingId: string) => answerOf(rest.rpc('send_notice_now', { p_mailing_id: mailingId })),
    onSuccess: () => toast(noticeTexts.sent),
    onError: (error) => toast(failureToast(error, noticeTexts.sendFailed)),
    onSettled: () => cache.invalidateQueries({ queryKey: eventKeys.calendar(calendar.id) }),
  })
}

export function useSendAlert() {
  const { rest } = useClients()
  return useMutation({
    mutationFn: ({ id }: CalendarEvent) => answerOf(rest.rpc('send_alert', { p_event_id: id })),
    onSuccess: () => toast(noticeTexts.alertSent),
    onError: (error) => toast(failureToast(error, noticeTexts.alertFailed)),
  })
}
