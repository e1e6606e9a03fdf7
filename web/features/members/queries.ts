import { useQuery } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { dataOf } from '#web/api/request-errors.ts'

export interface Member {
  user_id: string
  role: 'admin' | 'member'
  display_name: string
}

export const memberKeys = {
  all: (calendarId: string) => ['members', calendarId],
  invite: (calendarId: string) => ['members', calendarId, 'invite'],
} as const

export function useMembers(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: memberKeys.all(calendarId),
    queryFn: ({ signal }) =>
      dataOf<Member[]>(
        rest
          .from('calendar_members')
          .select('user_id, role, display_name')
          .eq('calendar_id', calendarId)
          .order('created_at', { ascending: true })
          .abortSignal(signal),
      ),
  })
}

export function useInviteCode(calendarId: string) {
  const { rest } = useClients()
  return useQuery({
    queryKey: memberKeys.invite(calendarId),
    queryFn: async ({ signal }) => {
      const row = rest.from('calendars').select('invite_code').eq('id', calendarId).abortSignal(signal).single()
      return (await dataOf<{ invite_code: string | null }>(row)).invite_code
    },
  })
}
