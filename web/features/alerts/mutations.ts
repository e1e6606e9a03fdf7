import type { AlertKind } from '#domain/event-changes.ts'
import { alertKeys, calendarKeys, eventKeys, mailingKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { composerTexts, heldTexts, resultTexts } from './texts.ts'

export interface NewAlert {
  /** The same for every try, so that a second one sends nothing. */
  key: string
  kind: AlertKind
  /** The alert that a follow-up belongs to. */
  eventId: string | null
  headline: string | null
  message: string
  /** Null: as before. */
  until: string | null
  place: string | null
  emergency: boolean
  people: number
}

/** What shows a calendar's events and mailings. */
const dependent = (calendarId: string) => [
  eventKeys.calendar(calendarId),
  mailingKeys.of(calendarId),
  calendarKeys.mine,
]

/** Sends an alert or a follow-up in ten seconds. */
export function useHoldAlert(calendarId: string, onHeld: (id: string) => void) {
  return useWrite({
    write: ({ rest }, alert: NewAlert) =>
      dataOf<string>(
        rest.rpc('hold_alert', {
          p_key: alert.key,
          p_calendar_id: calendarId,
          p_kind: alert.kind,
          p_event_id: alert.eventId,
          p_headline: alert.headline,
          p_message: alert.message,
          p_place: alert.place,
          p_until: alert.until,
          p_emergency: alert.emergency,
          p_people: alert.people,
        }),
      ),
    done: onHeld,
    failed: composerTexts.sendFailed,
    refetch: [mailingKeys.of(calendarId)],
  })
}

/** Sends before the ten seconds are over. */
export function useSendHeld(calendarId: string, id: string) {
  return useWrite({
    write: ({ rest }) => dataOf<string>(rest.rpc('send_held_alert', { p_id: id })),
    failed: composerTexts.sendFailed,
    refetch: [...dependent(calendarId), alertKeys.held(id)],
  })
}

export function useWithdrawHeld(calendarId: string, id: string) {
  return useWrite({
    write: ({ rest }) => dataOf(rest.rpc('withdraw_alert', { p_id: id })),
    failed: heldTexts.undoFailed,
    refetch: [mailingKeys.of(calendarId), alertKeys.held(id)],
  })
}

export function useResend(mailingId: string) {
  return useWrite({
    write: ({ rest }) => dataOf<number>(rest.rpc('resend_mailing', { p_mailing_id: mailingId })),
    done: (count) => toast(resultTexts.resent(count)),
    failed: resultTexts.resendFailed,
    refetch: [alertKeys.mailing(mailingId), alertKeys.failures(mailingId)],
  })
}
