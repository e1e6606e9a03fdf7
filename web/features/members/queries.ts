import { useQuery } from '@tanstack/react-query'
import { allRows } from '#web/api/all-rows.ts'
import { useClients } from '#web/api/clients.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'

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
  return useRead<Member[]>(memberKeys.all(calendarId), (rest, signal) =>
    allRows(() =>
      rest
        .from('calendar_members')
        .select('user_id, role, display_name')
        .eq('calendar_id', calendarId)
        .order('created_at', { ascending: true })
        .order('user_id')
        .abortSignal(signal),
    ),
  )
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

/** A calendar whose owner wants to hand it on. */
export interface Offer {
  id: string
  name: string
}

/** Loads the calendars that are offered to the person. */
export function useOffers(userId: string) {
  return useRead<Offer[]>(['calendars', 'offers', userId], (rest, signal) =>
    rest.from('calendars').select('id, name').eq('offered_to', userId).abortSignal(signal),
  )
}
