import { useQuery } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { dataOf } from '#web/api/request-errors.ts'

export interface Contact {
  id: string
  contact_type: 'email' | 'phone'
  contact_value: string
  /** How it came here: typed in by an admin, or asked for by the person. */
  source: 'manager' | 'follow' | 'import'
}

export const contactColumns = 'id, contact_type, contact_value, source'

export const contactKeys = {
  all: (calendarId: string) => ['contacts', calendarId],
  trial: ['contacts', 'trial'],
} as const

/** Read afresh each time the dialog opens. */
export function useContacts(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: contactKeys.all(calendarId),
    queryFn: ({ signal }) =>
      dataOf<Contact[]>(
        rest
          .from('calendar_contacts')
          .select(contactColumns)
          .eq('calendar_id', calendarId)
          .order('created_at', { ascending: true })
          .abortSignal(signal),
      ),
    staleTime: 0,
  })
}

/** Unreadable means not on trial, here; the database holds the limit itself. */
export function useTrial(userId: string): boolean {
  const { rest } = useClients()
  const { data } = useQuery({
    queryKey: contactKeys.trial,
    queryFn: ({ signal }) =>
      dataOf<{ trial: boolean }>(
        rest.from('profiles').select('trial').eq('user_id', userId).abortSignal(signal).single(),
      ),
    staleTime: 0,
  })
  return data?.trial ?? false
}
