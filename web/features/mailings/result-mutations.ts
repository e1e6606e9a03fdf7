import { calendarKeys, contactKeys, eventKeys, mailingKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { resultTexts } from './result-texts.ts'

/** Sends what failed once more: one delivery, or all of them. */
export function useResend(calendarId: string, mailingId: string) {
  return useWrite({
    write: ({ rest }, deliveryId: string | null) =>
      dataOf<number>(rest.rpc('resend_mailing', { p_mailing_id: mailingId, p_delivery_id: deliveryId })),
    done: (count) => toast(count > 0 ? resultTexts.resent(count) : resultTexts.notResent),
    failed: resultTexts.resendFailed,
    refetch: [mailingKeys.of(calendarId)],
  })
}

export function useRemoveRecipient(calendarId: string) {
  return useWrite({
    write: ({ rest }, contactId: string) => dataOf(rest.from('calendar_contacts').delete().eq('id', contactId)),
    done: () => toast(resultTexts.removed),
    failed: resultTexts.removeFailed,
    refetch: [
      mailingKeys.of(calendarId),
      contactKeys.all(calendarId),
      calendarKeys.mine,
      eventKeys.mailer(),
      calendarKeys.nextMailings,
    ],
  })
}
