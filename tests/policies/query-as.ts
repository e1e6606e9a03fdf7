// Runs one statement as one person and commits it.
import assert from 'node:assert/strict'
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { type Person, people, scopeOf, signedIn } from './people.ts'

export type QueryAs = (
  who: Person | { userId: string },
  text: string,
  values?: unknown[],
) => Promise<Record<string, unknown>[]>

export function queryRunner(pool: pg.Pool): QueryAs {
  return (who, text, values = []) => {
    const scope = typeof who === 'string' ? scopeOf(who) : signedIn(who.userId)
    return inTransaction(pool, async (client) => (await client.query(text, values)).rows, scope)
  }
}

/** Awaits a refusal with this SQLSTATE, and with this message when one is given. */
export async function refused(asked: Promise<unknown>, code: string, message?: string): Promise<void> {
  await assert.rejects(asked, (error: pg.DatabaseError) => {
    // A rate limit raises the whole answer.
    const raised = error.code === 'PGRST' ? JSON.parse(error.message) : error
    assert.equal(raised.code, code, `${error.message} (${error.code})`)
    if (message !== undefined) assert.equal(raised.message, message)
    return true
  })
}

/** People with an account. */
export const signedInPeople = people.filter((person) => person !== 'guest' && person !== 'service')
