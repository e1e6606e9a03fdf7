// The code that makes somebody the operator: shown once in the log of the first start, or by `townbell admin operator-code` to whoever has the
// machine. Stored as a hash, good for a day, and for one person.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { hours } from '#domain/durations.ts'
import { tokenHash } from '#messages/signatures.ts'

const CODE_LIFETIME_MS = hours(24)
/** Letters and digits that nobody mistakes for another: five bits each. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 20

/** Makes another code, which ends the one before. */
export async function renewOperatorCode(database: pg.Pool, now: Date): Promise<string> {
  const code = newCode()
  await database.query(renew, [hashOf(code), new Date(now.getTime() + CODE_LIFETIME_MS)])
  return code
}

/** For the first start: null where there was a code before, or is an operator. */
export async function firstOperatorCode(database: pg.Pool, now: Date): Promise<string | null> {
  const code = newCode()
  const { rowCount } = await database.query(insertFirst, [hashOf(code), new Date(now.getTime() + CODE_LIFETIME_MS)])
  return rowCount === 1 ? code : null
}

export function claimLines(code: string, siteUrl: string): string[] {
  return [
    `To run this site from the browser, sign in with two steps, open ${siteUrl}/operator, and type this code within 24 hours:`,
    code,
  ]
}

function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length])
  return (letters.join('').match(/.{5}/g) ?? []).join('-')
}

/** Lower case, spaces and hyphens do not matter. */
export const hashOf = (typed: string) => tokenHash(typed.toUpperCase().replace(/[^A-Z0-9]/g, ''))

const renew = `
  insert into private.operator_codes (code_hash, expires_at) values ($1, $2)
  on conflict (only_row) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`

const insertFirst = `
  insert into private.operator_codes (code_hash, expires_at)
  select $1, $2 where not exists (select from private.operators)
  on conflict (only_row) do nothing`
