import { allRows } from '#web/api/all-rows.ts'
import { useRead } from '#web/api/use-read.ts'

export interface Contact {
  id: string
  contact_type: 'email' | 'phone'
  contact_value: string
  /** Who added it: an admin, the person, or an import. */
  source: 'manager' | 'follow' | 'import'
  /** Why they get nothing; null for who does. */
  unreachable: 'unsubscribed' | 'suppressed' | null
}

export const contactColumns = 'id, contact_type, contact_value, source, unreachable'

export const contactKeys = {
  all: (calendarId: string) => ['contacts', calendarId],
  trial: (calendarId: string) => ['contacts', calendarId, 'trial'],
} as const

/** Loads the contacts, again each time the dialog opens. */
export function useContacts(calendarId: string) {
  return useRead<Contact[]>(
    contactKeys.all(calendarId),
    (rest, signal) =>
      allRows(() =>
        rest
          .from('calendar_contacts')
          .select(contactColumns)
          .eq('calendar_id', calendarId)
          .order('created_at', { ascending: true })
          .order('id')
          .abortSignal(signal),
      ),
    { staleTime: 0 },
  )
}

/** Returns whether the calendar's owner is on trial; false while unknown, because the database enforces the limit anyway. */
export function useCalendarTrial(calendarId: string): boolean {
  const { data } = useRead<boolean | null>(
    contactKeys.trial(calendarId),
    (rest, signal) => rest.rpc('is_calendar_on_trial', { p_calendar_id: calendarId }).abortSignal(signal),
    { staleTime: 0 },
  )
  return data ?? false
}
