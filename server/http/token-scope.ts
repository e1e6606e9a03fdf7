// What a personal access token covers. Everything that is not listed here is closed to tokens: accounts, settings, invitations and
// the other functions of the database. Which calendars it covers is decided in the database, where these tables and functions ask for them.
import { AppError } from '#domain/errors.ts'
import type { TokenScopeName } from '#domain/token-scopes.ts'
import type { RateLimitName } from './rate-limits.ts'

export type TokenScope = { id: string; canWrite: boolean; canSeeContacts: boolean; scopes: readonly string[] }
type Access = { verb: 'read' | 'insert' | 'update' | 'delete' | 'call'; tables: string[]; fn?: string }
type Rule = { writable?: boolean; isContacts?: boolean; scope?: TokenScopeName }

/** Computed fields are functions, so each is named: the invite code of a calendar, for one, would let anybody in. */
export const tokenTables: Record<string, Rule> = {
  calendars: {},
  events: { writable: true },
  event_series: {},
  alert_updates: {},
  event_rsvps: {},
  event_slots: {},
  calendar_contacts: { writable: true, isContacts: true },
  calendar_members: { isContacts: true },
  'calendar_members.display_name': { isContacts: true },
  mailings: { scope: 'read_mailings' },
  'mailings.sent_people': { scope: 'read_mailings' },
  'mailings.waiting_people': { scope: 'read_mailings' },
  mailing_events: { scope: 'read_mailings' },
  // What a carrier answered can name the address.
  deliveries: { isContacts: true, scope: 'read_mailings' },
  rsvp_answers: { scope: 'read_answers' },
  slot_signups: { scope: 'read_answers' },
  slot_amounts: { scope: 'read_answers' },
}

/** Functions of the database, each with what it counts against besides the requests of the token. */
export const tokenFunctions: Record<string, { scope: TokenScopeName; limit?: RateLimitName }> = {
  get_alert_audience: { scope: 'send_alerts' },
  send_new_alert: { scope: 'send_alerts', limit: 'program-alerts' },
  send_alert: { scope: 'send_alerts', limit: 'program-alerts' },
  follow_up_alert: { scope: 'send_alerts', limit: 'program-alerts' },
  count_deliveries: { scope: 'read_mailings' },
  get_rsvp_counts: { scope: 'read_answers' },
  record_rsvp: { scope: 'record_answers', limit: 'program-answers' },
  check_in_rsvp: { scope: 'record_answers', limit: 'program-answers' },
  record_slot: { scope: 'record_answers', limit: 'program-answers' },
}

export function requireDataScope(token: TokenScope | undefined, { verb, tables, fn }: Access): void {
  if (!token) return
  if (fn !== undefined) {
    const called = Object.hasOwn(tokenFunctions, fn) ? tokenFunctions[fn] : undefined
    if (!called) throw refuse(`Access tokens can't call ${fn}`)
    requireScope(token, called.scope, fn)
  }
  const writes = verb !== 'read' && verb !== 'call'
  for (const table of tables) {
    const rule = Object.hasOwn(tokenTables, table) ? tokenTables[table] : undefined
    if (!rule) throw refuse(`Access tokens can't use ${table}`)
    if (rule.isContacts && !token.canSeeContacts) throw refuse(`This access token doesn't cover contacts: ${table}`)
    if (rule.scope) requireScope(token, rule.scope, table)
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

function requireScope({ scopes }: TokenScope, scope: TokenScopeName, what: string): void {
  if (!scopes.includes(scope)) throw refuse(`This access token doesn't cover ${scope}: ${what}`)
}

const refuse = (message: string) => new AppError('insufficient_scope', 403, message)
