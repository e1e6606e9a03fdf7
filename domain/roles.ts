// Decides who sees which button. The database enforces permissions; these only hide what it would refuse.

/** The roles of members, as stored. */
export const memberRoles = ['admin', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]

/** `viewer` is a visitor of a public page; it is never stored. */
export type Role = MemberRole | 'viewer'

export const CREATOR_ROLE = 'admin' satisfies Role

/** A person and their role in a calendar. */
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

/** Does not check whether the event is past; events.ts does. */
export function canChangeEvent(standing: Standing, event: { created_by: string | null }): boolean {
  if (standing.role === 'admin') return true
  return standing.role === 'member' && standing.userId !== null && event.created_by === standing.userId
}

export function canCreateCalendar(person: { isEmailConfirmed: boolean }): boolean {
  return person.isEmailConfirmed
}
