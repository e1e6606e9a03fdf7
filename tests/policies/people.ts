// The people of the policy tests: the columns of the matrix, and a few more members.
import { createHash } from 'node:crypto'
import type { Scope } from '#database/scope.ts'

/** The kinds of person in the matrix, in the order of its columns. */
export const people = [
  'guest',
  'stranger',
  'unconfirmed',
  'member',
  'admin',
  'owner',
  'trialOwner',
  'otherAdmin',
  'service',
] as const
export type Person = (typeof people)[number]

export const calendars = ['town', 'garden', 'harbour', 'mill'] as const
export type Calendar = (typeof calendars)[number]

/** Returns a stable id for a name. */
export function id(label: string): string {
  const hex = createHash('sha256').update(label).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns the account of a person. Guests and the service have none; rows that need an owner get the member. */
export function accountOf(person: Person): string {
  return id(person === 'guest' || person === 'service' ? 'member' : person)
}

/** Returns the calendar a person belongs to. Guest, stranger and service belong to none and use `town`, which is public. */
export function homeOf(person: Person): Calendar {
  if (person === 'trialOwner') return 'garden'
  return person === 'otherAdmin' ? 'harbour' : 'town'
}

/** Returns a calendar they do not belong to. For guest and stranger it is the disabled one, which is hidden from them. */
export function foreignOf(person: Person): Calendar {
  if (person === 'guest' || person === 'stranger') return 'mill'
  return person === 'trialOwner' || person === 'otherAdmin' ? 'town' : 'harbour'
}

export const ownerOf = { town: 'owner', garden: 'trialOwner', harbour: 'otherAdmin', mill: 'otherAdmin' } as const

/** Another plain member of each calendar. */
export const fellowOf = { town: 'neighbour', garden: 'gardener', harbour: 'sailor', mill: 'sailor' } as const

export function scopeOf(person: Person): Scope {
  if (person === 'guest') return { role: 'anon', claims: '{"role":"anon"}' }
  if (person === 'service') return { role: 'service_role', claims: '{"role":"service_role"}', session: null }
  return signedIn(id(person))
}

export function signedIn(userId: string): Scope {
  return { role: 'authenticated', claims: JSON.stringify({ sub: userId, role: 'authenticated' }), session: null }
}
