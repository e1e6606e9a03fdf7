// Who sees which button. The database decides who may; these only hide what it would refuse.

/** Roles a member row can hold. */
export const memberRoles = ['admin', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]

/** `viewer` is how a public page sees a calendar; it is never stored. */
export type Role = MemberRole | 'viewer'

export const CREATOR_ROLE = 'admin' satisfies Role

/** Somebody in front of a calendar. */
export interface Standing {
  userId: string | null
  ownerId: string | null
  role: Role
}

export function isOwner({ userId, ownerId }: Standing): boolean {
  return userId !== null && userId === ownerId
}

export function canManageRecipients(standing: Standing): boolean {
  return isOwner(standing) || standing.role === 'admin'
}

export function canReadHistory(standing: Standing): boolean {
  return isOwner(standing) || standing.role === 'admin'
}

export function canOpenSettings(standing: Standing): boolean {
  return isOwner(standing)
}

export function canEditDetails(standing: Standing): boolean {
  return isOwner(standing)
}

export function canLeave(standing: Standing): boolean {
  return standing.userId !== null && standing.role !== 'viewer' && !isOwner(standing)
}

export function canAddEvent(standing: Standing): boolean {
  return standing.role === 'admin'
}

/** Whether the event is theirs to change; past days are a separate rule (events.ts). */
export function canChangeEvent(standing: Standing, event: { created_by: string | null }): boolean {
  if (standing.role === 'admin') return true
  return standing.role === 'member' && standing.userId !== null && event.created_by === standing.userId
}

export function canCreateCalendar(person: { isEmailConfirmed: boolean }): boolean {
  return person.isEmailConfirmed
}
