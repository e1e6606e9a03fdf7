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

const key = ['email-preferences'] as const

export function useEmailPreferences() {
  return useRead<EmailPreference[]>(
    [...key],
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
    refetch: ({ calendar_id }) => [[...key], ['events', 'mailer', calendar_id], ['calendars', 'next-mailings']],
  })
}
