// Decides who sees which button. The database enforces permissions; these only hide what it would refuse.

/** The roles of members, as stored. */
export const memberRoles = ['admin', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]

/** What an invitation by email brings. A new owner joins as an admin, is offered the calendar, and decides. */
export const invitedRoles = [...memberRoles, 'owner'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/** `viewer` is a visitor of a public page; it is never stored. */
export type Role = MemberRole | 'viewer'

export const CREATOR_ROLE = 'admin' satisfies Role

/** A person and their role in a calendar. */
export interface Membership {
  userId: string | null
  ownerId: string | null
  role: Role
}

export function isOwner({ userId, ownerId }: Membership): boolean {
  return userId !== null && userId === ownerId
}

export function canManageRecipients(membership: Membership): boolean {
  return isOwner(membership) || membership.role === 'admin'
}

export function canInvite({ role }: Membership): boolean {
  return role === 'admin'
}

export function canReadHistory(membership: Membership): boolean {
  return isOwner(membership) || membership.role === 'admin'
}

export function canOpenSettings(membership: Membership): boolean {
  return isOwner(membership)
}

export function canEditDetails(membership: Membership): boolean {
  return isOwner(membership)
}

export function canLeave(membership: Membership): boolean {
  return membership.userId !== null && membership.role !== 'viewer' && !isOwner(membership)
}

export function canAddEvent(membership: Membership): boolean {
  return membership.role === 'admin'
}

/** Does not check whether the event is past; events.ts does. */
export function canChangeEvent(membership: Membership, event: { created_by: string | null }): boolean {
  if (membership.role === 'admin') return true
  return membership.role === 'member' && membership.userId !== null && event.created_by === membership.userId
}

export function canCreateCalendar(person: { isEmailConfirmed: boolean }): boolean {
  return person.isEmailConfirmed
}
