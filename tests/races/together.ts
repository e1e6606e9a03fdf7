// Runs many callers at the same moment, each on its own connection.
import type pg from 'pg'
import { runScoped, type Scope, type Statement } from '#database/scope.ts'

export interface Tally {
  done: number
  refused: Record<string, number>
}

export async function together(pool: pg.Pool, calls: { scope: Scope; statement: Statement }[]): Promise<Tally> {
  const settled = await Promise.allSettled(calls.map(({ scope, statement }) => runScoped(pool, scope, statement)))
  const tally: Tally = { done: 0, refused: {} }
  for (const one of settled) {
    if (one.status === 'fulfilled') tally.done++
    else tally.refused[one.reason.code] = (tally.refused[one.reason.code] ?? 0) + 1
  }
  return tally
}

export function times(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
