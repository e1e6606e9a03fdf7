// What a personal access token covers. Everything that is not listed here is closed to tokens: accounts, settings, invitations, mailings
// and every function of the database. Which calendars it covers is decided in the database, where these tables ask for them.
import { AppError } from '#domain/errors.ts'

export type TokenScope = { id: string; canWrite: boolean; canSeeContacts: boolean }
type Access = { verb: 'read' | 'insert' | 'update' | 'delete' | 'call'; tables: string[]; fn?: string }
type Rule = { writable: boolean; isContacts: boolean }

/** Computed fields are functions, so each is named: the invite code of a calendar, for one, would let anybody in. */
export const tokenTables: Record<string, Rule> = {
  calendars: { writable: false, isContacts: false },
  events: { writable: true, isContacts: false },
  event_series: { writable: false, isContacts: false },
  event_rsvps: { writable: false, isContacts: false },
  calendar_contacts: { writable: true, isContacts: true },
  calendar_members: { writable: false, isContacts: true },
  'calendar_members.display_name': { writable: false, isContacts: true },
}

export function requireDataScope(token: TokenScope | undefined, { verb, tables, fn }: Access): void {
  if (!token) return
  if (fn !== undefined) throw refuse(`Access tokens can't call ${fn}`)
  const writes = verb !== 'read'
  for (const table of tables) {
    const rule = Object.hasOwn(tokenTables, table) ? tokenTables[table] : undefined
    if (!rule) throw refuse(`Access tokens can't use ${table}`)
    if (rule.isContacts && !token.canSeeContacts) throw refuse(`This access token doesn't cover contacts: ${table}`)
    if (writes && !rule.writable) throw refuse(`Access tokens can't write ${table}`)
  }
  if (writes && !token.canWrite) throw refuse('This access token can only read')
}

/** All endpoints that say `token` write. */
export function requireFunctionScope(token: TokenScope | undefined, name: string, isOpen: boolean): void {
  if (!token) return
  if (!isOpen) throw refuse(`Access tokens can't call ${name}`)
  if (!token.canWrite) throw refuse('This access token can only read')
}

const refuse = (message: string) => new AppError('insufficient_scope', 403, message)
