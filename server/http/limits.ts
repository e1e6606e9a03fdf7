// Takes of the rate limits in rate-limits.ts, counted in the database so that all servers share one count.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { tooManyTries } from '#domain/texts/limits.ts'
import { type RateLimitName, type RateLimits, rateLimits } from './rate-limits.ts'

/** One count of a rate limit, `of` an account, a network …; `says` is the sentence for someone who is refused. */
export type Take = {
  name: RateLimitName
  of: string
  code?: ErrorCode
  says?: string
  /** How often it may be taken, compared with the limit: a part of it, or a multiple. Counted apart. */
  times?: number
  /** Counted, but never refused. */
  unlimited?: boolean
}

export type Limits = {
  /** Takes one of each, in order, until one is refused: then throws 429. */
  take(...takes: Take[]): Promise<void>
  /** Returns how much of each limit is used up: 1 is all of it. */
  used(...takes: Take[]): Promise<number[]>
  /** Gives back one of each that was taken at that time, while its window lasts. */
  giveBack(takenAt: Date, ...takes: Take[]): Promise<void>
  /** Resets the counts, as after a right password. */
  forget(...takes: Take[]): Promise<void>
  /** Returns the key under which it is counted. */
  keyOf(of: Counted): string
}

type Counted = Pick<Take, 'name' | 'of' | 'times'>

type Options = { pool: pg.Pool | pg.PoolClient; secret: string; rates?: RateLimits }

/** With a client instead of the pool, takes are undone when its transaction fails. */
export function createLimits({ pool, secret, rates = rateLimits }: Options): Limits {
  return {
    async take(...takes) {
      const values = takes.flatMap((take) => {
        return [keyOf(take), take.unlimited ? UNLIMITED : maxOf(take), `${rates[take.name].per} milliseconds`]
      })
      const { rows } = await pool.query<{ allowed: boolean; retry_after: number }>(takeInOrder(takes.length), values)
      const refused = rows.findIndex((row) => !row.allowed)
      if (refused >= 0) throw tooMany(takes[refused] as Take, rows[refused]?.retry_after ?? 1)
    },
    async used(...takes) {
      const { rows } = await pool.query<{ key: string; taken: number }>(readTaken, [takes.map(keyOf)])
      const counts = new Map(rows.map(({ key, taken }) => [key, taken]))
      return takes.map((take) => (counts.get(keyOf(take)) ?? 0) / maxOf(take))
    },
    async giveBack(takenAt, ...takes) {
      // One statement each: takes lock their rows in an order of their own.
      for (const take of takes) await pool.query(giveOne, [keyOf(take), takenAt])
    },
    async forget(...takes) {
      await pool.query('delete from private.rate_limits where key = any ($1)', [takes.map(keyOf)])
    },
    keyOf,
  }

  function maxOf({ name, times = 1 }: Counted): number {
    return Math.ceil(rates[name].max * times)
  }

  /** Keyed, so that no one who reads the table can try addresses against it. */
  function keyOf({ name, of, times }: Counted): string {
    return `${name}${times ? `×${times}` : ''}:${createHmac('sha256', secret).update(`limit\0${name}\0${of}`).digest('base64url')}`
  }
}

const UNLIMITED = 2 ** 31 - 1

function tooMany({ code = 'over_request_rate_limit', says }: Take, retryAfter: number): AppError {
  return new AppError(code, 429, says ?? tooManyTries(retryAfter), { retryAfter })
}

const readTaken = `
  select key, taken from private.rate_limits where key = any ($1) and window_end > clock_timestamp()`

// The window begins with the first take, a moment after its request.
const giveOne = `
  update private.rate_limits set taken = taken - 1
  where key = $1 and taken > 0 and window_start < $2::timestamptz + interval '1 minute'`

/**
 * One round trip. Each take depends on the row of the one before, so a refused take ends the chain: someone who is over
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
