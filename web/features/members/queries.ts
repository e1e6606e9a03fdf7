import { useQuery } from '@tanstack/react-query'
import type { InvitedRole } from '#domain/roles.ts'
import { allRows } from '#web/api/all-rows.ts'
import { useClients } from '#web/api/clients.ts'
import { calendarKeys, memberKeys } from '#web/api/query-keys.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useRead } from '#web/api/use-read.ts'

export interface Member {
  user_id: string
  role: 'admin' | 'member'
  display_name: string
}

/** An invitation by email that nobody has accepted yet. */
export interface Invitation {
  id: string
  email: string
  role: InvitedRole
  asked_at: string
  expires_at: string
  state: 'sending' | 'sent' | 'expired'
}

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

export function useInvitations(calendarId: string) {
  return useRead<Invitation[]>(
    memberKeys.invitations(calendarId),
    (rest, signal) =>
      rest
        .from('member_invitations')
        .select('id, email, role, asked_at, expires_at, state')
        .eq('calendar_id', calendarId)
        .order('created_at', { ascending: true })
        .order('id')
        .abortSignal(signal),
    // The mail leaves a moment after it was asked for.
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'sending') ? 2000 : false),
    },
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

/** Loads the calendars whose owner has left, of which the person is an admin. */
export function useOwnerless() {
  return useRead<Offer[]>(calendarKeys.ownerless, (rest, signal) =>
    rest.rpc('get_ownerless_calendars').abortSignal(signal),
  )
}

/** Loads the calendars that are offered to the person. */
export function useOffers(userId: string) {
  return useRead<Offer[]>(calendarKeys.offers(userId), (rest, signal) =>
    rest.from('calendars').select('id, name').eq('offered_to', userId).abortSignal(signal),
  )
}
