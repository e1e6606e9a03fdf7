import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { calendarTexts } from '#domain/texts/calendars.ts'
import type { Toast } from '#domain/texts/toast.ts'
import { type Clients, useClients } from '#web/api/clients.ts'
import { codeOf, dataOf, errorToast, serverMessage } from '#web/api/request-errors.ts'
import { toast } from '#web/ui/toast.ts'
import { type Member, memberKeys } from './queries.ts'
import { inviteTexts, memberTexts } from './texts.ts'

export interface LeftCalendar {
  id: string
  name: string
}

export function useLeave(calendar: LeftCalendar | null, userId: string) {
  const clients = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (left: LeftCalendar) => leave(clients, left, userId),
    onSuccess: (_, { id, name }) => {
      toast(calendarTexts.left(name))
      cache.removeQueries({ queryKey: ['calendars', 'one', id] })
    },
    onError: (error) => toast(leaveProblem(error)),
    onSettled: () => calendar && changed(cache, calendar.id),
  })
}

/** Preferences, membership, log, in this order; only the log may fail. */
async function leave({ rest }: Clients, { id, name }: LeftCalendar, userId: string): Promise<void> {
  if (await isLastAdmin(rest, id, userId)) throw new LastAdmin()
  const mine = { calendar_id: id, user_id: userId }
  await dataOf(rest.from('notification_preferences').delete().match(mine))
  await dataOf(rest.from('calendar_members').delete().match(mine))
  const { error } = await rest.from('audit_logs').insert({
    actor_user_id: userId,
    calendar_id: id,
    entity_type: 'membership',
    entity_id: userId,
    action: 'delete',
    metadata: { calendar_name: name, self_removal: true },
  })
  if (error) console.debug('the log entry was not stored:', error.message)
}

class LastAdmin extends Error {}

/** Asked before anything is deleted. The database would refuse too, but only after the preferences are gone. */
async function isLastAdmin(rest: Clients['rest'], calendarId: string, userId: string): Promise<boolean> {
  const admins = rest.from('calendar_members').select('user_id').eq('calendar_id', calendarId).eq('role', 'admin')
  const [first, ...others] = await dataOf<{ user_id: string }[]>(admins.limit(2))
  return first?.user_id === userId && others.length === 0
}

function leaveProblem(error: Error): Toast {
  if (error instanceof LastAdmin || codeOf(error) === 'TB003') return calendarTexts.lastAdmin
  if (codeOf(error) === 'TB004') return { ...calendarTexts.lastAdmin, body: serverMessage(error) ?? undefined }
  return errorToast(error, calendarTexts.leaveFailed)
}

export function useChangeRole(calendarId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  const key = memberKeys.all(calendarId)
  return useMutation({
    mutationFn: ({ user_id, role }: Member) =>
      dataOf(rest.from('calendar_members').update({ role }).match({ calendar_id: calendarId, user_id })),
    onMutate: async (changedMember) => {
      await cache.cancelQueries({ queryKey: key })
      const before = cache.getQueryData<Member[]>(key)
      const replace = (member: Member) => (member.user_id === changedMember.user_id ? changedMember : member)
      cache.setQueryData<Member[]>(key, (shown) => shown?.map(replace))
      return { before }
    },
    onSuccess: (_, { display_name, role }) => toast(memberTexts.roleChanged(display_name, role)),
    onError: (error, _member, context) => {
      cache.setQueryData(key, context?.before)
      toast(errorToast(error, memberTexts.roleFailed))
    },
    onSettled: () => changed(cache, calendarId),
  })
}

export function useRemoveMember(calendarId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ user_id }: Member) =>
      dataOf(rest.from('calendar_members').delete().match({ calendar_id: calendarId, user_id })),
    onSuccess: (_, { display_name }) => toast(memberTexts.removed(display_name)),
    onError: (error) => toast(errorToast(error, memberTexts.removeFailed)),
    onSettled: () => changed(cache, calendarId),
  })
}

export function useTransferOwnership(calendarId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ user_id }: Member) =>
      dataOf(rest.rpc('transfer_ownership', { p_calendar_id: calendarId, p_user_id: user_id })),
    onSuccess: (_, { display_name }) => toast(memberTexts.transferred(display_name)),
    onError: (error) => toast(errorToast(error, memberTexts.transferFailed)),
    onSettled: () => changed(cache, calendarId),
  })
}

export function useRenewInvite(calendarId: string) {
  const { rest } = useClients()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => dataOf<string>(rest.rpc('renew_invite', { p_calendar_id: calendarId })),
    onSuccess: (code) => {
      cache.setQueryData(memberKeys.invite(calendarId), code)
      toast(inviteTexts.renewed)
    },
    onError: (error) => toast(errorToast(error, inviteTexts.renewFailed)),
    onSettled: () => changed(cache, calendarId),
  })
}

/** Members show up as counts and roles on the other screens. */
function changed(cache: QueryClient, calendarId: string) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: ['calendars'] }),
    cache.invalidateQueries({ queryKey: memberKeys.all(calendarId) }),
  ])
}
