// Runs many callers at the same moment, each on its own connection.
import type pg from 'pg'
import { runScoped, type Scope, type Statement } from '#database/scope.ts'

export interface Tally {
  done: number
  refused: Record<string, number>
}

export async function together(pool: pg.Pool, calls: { scope: Scope; statement: Statement }[]): Promise<Tally> {
  const settled = await Promise.allSettled(
    calls.map(({ scope, statement }) => untilLocked(() => runScoped(pool, scope, statement))),
  )
  const tally: Tally = { done: 0, refused: {} }
  for (const one of settled) {
    if (one.status === 'fulfilled') tally.done++
    else tally.refused[one.reason.code] = (tally.refused[one.reason.code] ?? 0) + 1
  }
  return tally
}

/** Tries again after waiting too long for a lock, as clients do: on a slow machine many callers wait longer than they may. */
export async function untilLocked<T>(call: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await call()
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
    }
  }
}

export function times(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
