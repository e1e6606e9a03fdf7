import { newKey } from '#web/api/new-key.ts'
import { eventKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { dependentKeys } from '#web/features/events/mutations.ts'
import { noticeTexts } from '#web/features/events/notice-texts.ts'
import { toast } from '#web/ui/toast.ts'

/** Cancels a pending notice; with `restore` it also reverts the event's change. */
export function useWithdrawNotice(calendar: EventCalendar) {
  return useWrite({
    write: ({ rest }, { id, restore }: { id: string; restore: boolean }) =>
      dataOf<boolean>(rest.rpc('withdraw_notice', { p_notice_id: id, p_restore: restore })),
    done: (isRestored, { restore }) => toast(restore && isRestored ? noticeTexts.undone : noticeTexts.withdrawn),
    failed: noticeTexts.undoFailed,
    refetch: [eventKeys.calendar(calendar.id)],
  })
}

/** Cancels several pending notices and reverts their events, each by itself: one that has gone out does not hold up the others. */
export function useWithdrawAll(calendar: EventCalendar) {
  return useWrite({
    write: async ({ rest }, ids: string[]) => {
      for (const id of ids) await dataOf(rest.rpc('withdraw_notice', { p_notice_id: id, p_restore: true }))
    },
    done: () => toast(noticeTexts.allUndone),
    failed: noticeTexts.undoFailed,
    refetch: dependentKeys(calendar.id),
  })
}

export function useSendNotice(calendar: EventCalendar) {
  return useWrite({
    write: ({ rest }, mailingId: string) => dataOf(rest.rpc('send_notice_now', { p_mailing_id: mailingId })),
    done: () => toast(noticeTexts.sent),
    failed: noticeTexts.sendFailed,
    refetch: [eventKeys.calendar(calendar.id)],
  })
}

/** Takes an event that waits out of the mailer. */
export function useWithdrawEvent(calendar: EventCalendar) {
  return useWrite({
    write: ({ rest }, eventId: string) => dataOf(rest.rpc('withdraw_event', { p_event_id: eventId })),
    done: () => toast(noticeTexts.eventWithdrawn),
    failed: noticeTexts.undoEventFailed,
    refetch: dependentKeys(calendar.id),
  })
}

export function useSendEvent(calendar: EventCalendar) {
  return useWrite({
    write: ({ rest }, eventId: string) => dataOf(rest.rpc('send_event_now', { p_event_id: eventId })),
    done: () => toast(noticeTexts.eventSent),
    failed: noticeTexts.sendFailed,
    refetch: dependentKeys(calendar.id),
  })
}

/** Sends an alert of the calendar in ten seconds. A second try is refused when the first one went out. */
export function useSendAlert(calendarId: string, onHeld: (id: string) => void) {
  return useWrite({
    write: ({ rest }, { event, people }: { event: CalendarEvent; people: number }) => {
      const alert = { p_key: newKey(), p_kind: 'alert', p_event_id: event.id }
      return dataOf<string>(rest.rpc('hold_alert', { ...alert, p_calendar_id: calendarId, p_people: people }))
    },
    done: onHeld,
    failed: noticeTexts.alertFailed,
  })
}
