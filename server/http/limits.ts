// How often something may happen, counted in the database so that all servers share one count.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { inSeconds } from '#domain/durations.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { tooManyTries } from '#domain/texts/limits.ts'

/** `max` times in `per` milliseconds. */
export type Limit = { max: number; per: number }

/**
 * `name` says what is counted, `of` whose: an account, a network. Told apart from every other pair of the two. `says` is
 * the sentence for somebody who is refused.
 */
export type Take = Limit & { name: string; of: string; code?: ErrorCode; says?: string }

export type Limits = {
  /** Takes one of each, in order, until one is refused: then throws 429. */
  take(...takes: Take[]): Promise<void>
  /** How many of each are taken at the moment. */
  taken(...takes: Take[]): Promise<number[]>
  /** Starts the counts anew, as after a right password. */
  forget(...takes: Take[]): Promise<void>
  /** Under which key it is counted. */
  keyOf(of: Pick<Take, 'name' | 'of'>): string
}

/** Given a client instead of the pool, what is taken is given back when its transaction fails. */
export function createLimits({ pool, secret }: { pool: pg.Pool | pg.PoolClient; secret: string }): Limits {
  return {
    async take(...takes) {
      const values = takes.flatMap((take) => [keyOf(take), take.max, `${take.per} milliseconds`])
      const { rows } = await pool.query<{ allowed: boolean; retry_after: number }>(takeInOrder(takes.length), values)
      const refused = rows.findIndex((row) => !row.allowed)
      if (refused >= 0) throw tooMany(takes[refused] as Take, rows[refused]?.retry_after)
    },
    async taken(...takes) {
      const { rows } = await pool.query<{ key: string; taken: number }>(readTaken, [takes.map(keyOf)])
      const counts = new Map(rows.map(({ key, taken }) => [key, taken]))
      return takes.map((take) => counts.get(keyOf(take)) ?? 0)
    },
    async forget(...takes) {
      await pool.query('delete from private.rate_limits where key = any ($1)', [takes.map(keyOf)])
    },
    keyOf,
  }

  /** Keyed, so that nobody who reads the table can try addresses against it. */
  function keyOf({ name, of }: Pick<Take, 'name' | 'of'>): string {
    return `${name}:${createHmac('sha256', secret).update(`limit\0${name}\0${of}`).digest('base64url')}`
  }
}

function tooMany({ code = 'over_request_rate_limit', per, says }: Take, retryAfter = inSeconds(per)): AppError {
  return new AppError(code, 429, says ?? tooManyTries(retryAfter), { retryAfter })
}

const readTaken = `
  select key, taken from private.rate_limits where key = any ($1) and window_end > clock_timestamp()`

/**
 * One round trip. Each take depends on the row of the one before, so a refused take ends the chain: somebody who is over
 * the limit of their own network cannot use up the count of another person's address.
 */
function takeInOrder(count: number): string {
  const steps = Array.from({ length: count }, (_, i) => {
    const [key, max, per] = [3 * i + 1, 3 * i + 2, 3 * i + 3]
    const call = `private.take_limit($${key}::text, $${max}::integer, $${per}::interval)`
    if (i === 0) return `take_0 as materialized (select allowed, retry_after from ${call})`
    return `take_${i} as materialized (
      select t.allowed, t.retry_after from take_${i - 1} before
      cross join lateral private.take_limit(case when before.allowed then $${key}::text end, $${max}::integer, $${per}::interval) t
      where before.allowed)`
  })
  const answers = Array.from({ length: count }, (_, i) => `select ${i} as step, allowed, retry_after from take_${i}`)
  return `with ${steps.join(',\n')}\n${answers.join('\nunion all ')}\norder by step`
}
