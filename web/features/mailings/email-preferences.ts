import type { Timing } from '#domain/recipient-choices.ts'
import { accountKeys, calendarKeys, eventKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toast } from '#web/ui/toast.ts'
import { emailTexts } from './texts.ts'

/** Whether I get the emails of a calendar that I belong to. */
export interface EmailPreference {
  calendar_id: string
  user_id: string
  email_notifications: boolean
  member: { calendar: { name: string } }
}

/** When I am mailed about a calendar's events; the last two are chosen with the link of a mail. */
export interface Reminder {
  calendar_id: string
  timing: Timing
}

export function useReminders() {
  return useRead<Reminder[]>(
    accountKeys.reminders,
    (rest, signal) => rest.rpc('get_my_reminders').abortSignal(signal),
    {
      staleTime: 0,
    },
  )
}

export function useChooseReminder() {
  return useWrite({
    write: ({ rest }, { calendar_id, timing }: Reminder) =>
      dataOf(rest.rpc('set_my_reminder', { p_calendar_id: calendar_id, p_timing: timing })),
    done: () => toast(emailTexts.reminderSaved),
    failed: emailTexts.failed,
    refetch: [accountKeys.reminders],
  })
}

export function useEmailPreferences() {
  return useRead<EmailPreference[]>(
    accountKeys.emailPreferences,
    (rest, signal) =>
      rest
        .from('notification_preferences')
        .select(
          'calendar_id, user_id, email_notifications, member:calendar_members!inner(calendar:calendars!inner(name))',
        )
        .order('created_at')
        .abortSignal(signal)
        .overrideTypes<EmailPreference[], { merge: false }>(),
    { staleTime: 0 },
  )
}

export function useSwitchEmail() {
  return useWrite({
    write: ({ rest }, { calendar_id, user_id, email_notifications }: EmailPreference) =>
      dataOf(rest.from('notification_preferences').update({ email_notifications }).match({ calendar_id, user_id })),
    done: (_, { email_notifications, member }) =>
      toast(email_notifications ? emailTexts.on(member.calendar.name) : emailTexts.off(member.calendar.name)),
    failed: emailTexts.failed,
    refetch: ({ calendar_id }) => [
      accountKeys.emailPreferences,
      eventKeys.mailer(calendar_id),
      calendarKeys.nextMailings,
    ],
  })
}
