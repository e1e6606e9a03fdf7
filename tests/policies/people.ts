// Who stands in front of the database. The columns of the matrix, and a few more who only live in the town.
import { createHash } from 'node:crypto'
import type { Scope } from '#database/scope.ts'

/** The kinds of person whose rights the matrix writes down, in the order of its columns. */
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

/** A stable id for everything that has a name. */
export function id(label: string): string {
  const hex = createHash('sha256').update(label).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The account of a person. Guests and the service have none; where a row must be somebody's, it is the member's. */
export function accountOf(person: Person): string {
  return id(person === 'guest' || person === 'service' ? 'member' : person)
}

/** The calendar a person belongs to. Guest, stranger and service belong to none and look at the town's, which is public. */
export function homeOf(person: Person): Calendar {
  if (person === 'trialOwner') return 'garden'
  return person === 'otherAdmin' ? 'harbour' : 'town'
}

/** One they do not belong to. For guest and stranger it is the disabled one, or nothing would be hidden from them. */
export function foreignOf(person: Person): Calendar {
  if (person === 'guest' || person === 'stranger') return 'mill'
  return person === 'trialOwner' || person === 'otherAdmin' ? 'town' : 'harbour'
}

export const ownerOf = { town: 'owner', garden: 'trialOwner', harbour: 'otherAdmin', mill: 'otherAdmin' } as const

/** Somebody else who is a plain member of the calendar. */
export const fellowOf = { town: 'neighbour', garden: 'gardener', harbour: 'sailor', mill: 'sailor' } as const

export function scopeOf(person: Person): Scope {
  if (person === 'guest') return { role: 'anon', claims: '{"role":"anon"}' }
  if (person === 'service') return { role: 'service_role', claims: '{"role":"service_role"}' }
  return signedIn(id(person))
}

export function signedIn(userId: string): Scope {
  return { role: 'authenticated', claims: JSON.stringify({ sub: userId, role: 'authenticated' }) }
}
