import type { InvitedRole } from '#domain/roles.ts'
import { siteLanguage } from '#domain/site-language.ts'
import type { Toast } from '#domain/texts/toast.ts'
import type { Clients } from '#web/api/clients.ts'
import { invoke } from '#web/api/function-errors.ts'
import { calendarKeys, memberKeys } from '#web/api/query-keys.ts'
import { codeOf, dataOf, errorToast, serverMessage } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { Proof } from '#web/features/proof/proof-field.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Invitation, Member, Offer } from './queries.ts'
import { invitationTexts, inviteTexts, membershipTexts, memberTexts, offerTexts } from './texts.ts'

export interface LeftCalendar {
  id: string
  name: string
}

export function useLeave(userId: string) {
  return useWrite({
    write: ({ rest }, left: LeftCalendar) => leave(rest, left, userId),
    done: (_, { id, name }, cache) => {
      toast(membershipTexts.left(name))
      cache.removeQueries({ queryKey: calendarKeys.one(id) })
    },
    failed: leaveProblem,
    refetch: ({ id }) => dependentKeys(id),
  })
}

/** Deletes preferences and membership, then writes the log, in this order; only the log may fail. */
async function leave(rest: Clients['rest'], { id, name }: LeftCalendar, userId: string): Promise<void> {
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

/** Must be checked first: the database would refuse too, but only after the preferences are deleted. */
async function isLastAdmin(rest: Clients['rest'], calendarId: string, userId: string): Promise<boolean> {
  const admins = rest.from('calendar_members').select('user_id').eq('calendar_id', calendarId).eq('role', 'admin')
  const [first, ...others] = await dataOf<{ user_id: string }[]>(admins.limit(2))
  return first?.user_id === userId && others.length === 0
}

function leaveProblem(error: Error): Toast {
  if (error instanceof LastAdmin || codeOf(error) === 'TB003') return membershipTexts.lastAdmin
  if (codeOf(error) === 'TB004') return { ...membershipTexts.lastAdmin, body: serverMessage(error) ?? undefined }
  return errorToast(error, membershipTexts.leaveFailed)
}

export function useChangeRole(calendarId: string) {
  return useWrite({
    write: ({ rest }, { user_id, role }: Member) =>
      dataOf(rest.from('calendar_members').update({ role }).match({ calendar_id: calendarId, user_id })),
    optimistic: {
      queryKey: memberKeys.all(calendarId),
      show: (shown: Member[], changed) =>
        shown.map((member) => (member.user_id === changed.user_id ? changed : member)),
    },
    done: (_, { display_name, role }) => toast(memberTexts.roleChanged(display_name, role)),
    failed: memberTexts.roleFailed,
    refetch: dependentKeys(calendarId),
  })
}

export function useRemoveMember(calendarId: string) {
  return useWrite({
    write: ({ rest }, { user_id }: Member) =>
      dataOf(rest.from('calendar_members').delete().match({ calendar_id: calendarId, user_id })),
    done: (_, { display_name }) => toast(memberTexts.removed(display_name)),
    failed: memberTexts.removeFailed,
    refetch: dependentKeys(calendarId),
  })
}

export function useTransferOwnership(calendarId: string) {
  return useWrite({
    write: (clients, { user_id, password, nonce, passkey }: Member & Proof) =>
      invoke(clients, 'offer-ownership', { calendar_id: calendarId, user_id, password, nonce, passkey }),
    done: (_, { display_name }) => toast(memberTexts.transferred(display_name)),
    failed: memberTexts.transferFailed,
    refetch: dependentKeys(calendarId),
  })
}

export function useAnswerOffer({ id, name }: Offer) {
  return useWrite({
    write: ({ rest }, answer: 'accept_transfer' | 'decline_transfer') =>
      dataOf(rest.rpc(answer, { p_calendar_id: id })),
    done: (_, answer) => toast(answer === 'accept_transfer' ? offerTexts.accepted(name) : offerTexts.declined(name)),
    failed: offerTexts.failed,
    refetch: dependentKeys(id),
  })
}

export function useTakeCalendar({ id, name }: Offer) {
  return useWrite({
    write: ({ rest }) => dataOf(rest.rpc('take_calendar', { p_calendar_id: id })),
    done: () => toast(offerTexts.accepted(name)),
    failed: offerTexts.takeFailed,
    refetch: dependentKeys(id),
  })
}

export function useInvite(calendarId: string) {
  return useWrite({
    write: (clients, { emails, role, password, nonce, passkey }: { emails: string; role: InvitedRole } & Proof) =>
      invoke<{ invited: string[] }>(clients, 'invite-members', {
        calendar_id: calendarId,
        emails,
        role,
        password,
        nonce,
        passkey,
        language: siteLanguage,
      }),
    done: ({ invited }) => toast(invitationTexts.sent(invited.length)),
    failed: invitationTexts.failed,
    refetch: [memberKeys.invitations(calendarId)],
  })
}

export function useWithdrawInvitation(calendarId: string) {
  return useWrite({
    write: ({ rest }, { id }: Invitation) => dataOf(rest.from('member_invitations').delete().eq('id', id)),
    done: (_, { email }) => toast(invitationTexts.withdrawn(email)),
    failed: invitationTexts.withdrawFailed,
    refetch: [memberKeys.invitations(calendarId)],
  })
}

export function useRenewInvite(calendarId: string) {
  return useWrite({
    write: ({ rest }) => dataOf<string>(rest.rpc('renew_invite', { p_calendar_id: calendarId })),
    done: (code, _input, cache) => {
      cache.setQueryData(memberKeys.invite(calendarId), code)
      toast(inviteTexts.renewed)
    },
    failed: inviteTexts.renewFailed,
    refetch: dependentKeys(calendarId),
  })
}

/** What shows members: their list, and the calendars with their counts and roles. */
function dependentKeys(calendarId: string) {
  return [calendarKeys.all, memberKeys.all(calendarId)]
}
