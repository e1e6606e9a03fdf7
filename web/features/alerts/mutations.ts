import { alertKeys, calendarKeys, eventKeys, mailingKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { composerTexts, resultTexts } from './texts.ts'

export interface NewAlert {
  /** The same for every try, so that a second one sends nothing. */
  key: string
  headline: string
  message: string
  until: string
  place: string
  emergency: boolean
  people: number
}

export type FollowUp = Pick<NewAlert, 'key' | 'message' | 'emergency' | 'people'> & {
  eventId: string
  kind: 'update' | 'all_clear'
  /** Null: as before. */
  until: string | null
}

export interface Sent {
  eventId: string
  mailingId: string
}

/** What shows a calendar's events and mailings. */
const dependent = (calendarId: string) => [
  eventKeys.calendar(calendarId),
  mailingKeys.of(calendarId),
  calendarKeys.mine,
]

export function useSendAlert(calendarId: string, onSent: (sent: Sent) => void) {
  return useWrite({
    write: async ({ rest }, alert: NewAlert): Promise<Sent> => {
      const sent = await dataOf<{ event_id: string; mailing_id: string }>(
        rest
          .rpc('send_new_alert', {
            p_key: alert.key,
            p_calendar_id: calendarId,
            p_headline: alert.headline,
            p_message: alert.message,
            p_until: alert.until,
            p_place: alert.place || null,
            p_emergency: alert.emergency,
            p_people: alert.people,
          })
          .single(),
      )
      return { eventId: sent.event_id, mailingId: sent.mailing_id }
    },
    done: (sent) => {
      toast(composerTexts.sent)
      onSent(sent)
    },
    failed: composerTexts.sendFailed,
    refetch: dependent(calendarId),
  })
}

export function useFollowUp(calendarId: string, onSent: (sent: Sent) => void) {
  return useWrite({
    write: async ({ rest }, { eventId, ...followUp }: FollowUp): Promise<Sent> => {
      const mailingId = await dataOf<string>(
        rest.rpc('follow_up_alert', {
          p_key: followUp.key,
          p_event_id: eventId,
          p_kind: followUp.kind,
          p_message: followUp.message,
          p_until: followUp.until,
          p_emergency: followUp.emergency,
          p_people: followUp.people,
        }),
      )
      return { eventId, mailingId }
    },
    done: (sent) => {
      toast(composerTexts.sent)
      onSent(sent)
    },
    failed: composerTexts.sendFailed,
    refetch: ({ eventId }) => [...dependent(calendarId), alertKeys.event(eventId)],
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
