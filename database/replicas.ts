// Lets guests read from replicas of PostgreSQL. Each is asked every second how far behind it is; one that is too far behind, or
// does not answer, is left out until it has caught up. Without a usable replica guests read from the primary.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import { outageOf } from './errors.ts'

export type Replica = { name: string; pool: pg.Pool }
/** `lagMs` is null where the replica did not answer, or is no replica (any more). */
export type ReplicaState = { name: string; lagMs: number | null; inUse: boolean }

export type Replicas = {
  /** Asks the primary and all replicas now. */
  check(): Promise<void>
  states(): ReplicaState[]
  stop(): void
}

type Options = {
  primary: pg.Pool
  replicas: Replica[]
  /** How far behind a replica may be. */
  maxLagMs: number
  /** A replica that takes longer to answer counts as away, so that one that hangs holds up nobody. */
  answerMs: number
  onChange?: (state: ReplicaState) => void
}

type Watched = Replica & ReplicaState
/** Where the primary's log was at an instant. */
type Mark = { at: number; position: bigint }

const CHECK_MS = seconds(1)
/** Kept for longer than any lag that may be set. */
const MARKS_MAX = 120

const chosenBy = new WeakMap<pg.Pool, () => pg.Pool>()
const failedOn = new WeakMap<pg.Pool, () => void>()
const chosen = new AsyncLocalStorage<{ primary: pg.Pool; reader: pg.Pool }>()

export function openReplicas({ primary, replicas, maxLagMs, answerMs, onChange }: Options): Replicas {
  const all: Watched[] = replicas.map((replica) => ({ ...replica, lagMs: null, inUse: false }))
  let marks: Mark[] = []
  let turn = 0
  let running: Promise<void> | undefined

  chosenBy.set(primary, () => {
    const usable = all.filter(({ inUse }) => inUse)
    return usable[turn++ % usable.length]?.pool ?? primary
  })
  for (const one of all) failedOn.set(one.pool, () => note(one, null))
  const timer = setInterval(() => void check(), CHECK_MS)
  timer.unref()
  return { check, states: () => all.map(({ name, lagMs, inUse }) => ({ name, lagMs, inUse })), stop }

  /** One at a time. */
  function check(): Promise<void> {
    running ??= checkAll().finally(() => {
      running = undefined
    })
    return running
  }

  async function checkAll(): Promise<void> {
    const at = performance.now()
    // If the primary is away nothing is written, and replicas stay as new as they are.
    const position = await within(answerMs, positionOf(primary, 'pg_current_wal_lsn()'))
    if (position !== null) marks = [...marks, { at, position }].slice(-MARKS_MAX)
    await Promise.all(all.map(async (one) => note(one, await within(answerMs, lagOf(one.pool)))))
  }

  /** The time since the newest mark that the replica has reached; none if it has reached all. */
  async function lagOf(pool: pg.Pool): Promise<number | null> {
    const position = await positionOf(pool, 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end')
    if (position === null) return null
    const reached = marks.findLast((mark) => mark.position <= position)
    if (!reached) return null
    return reached === marks.at(-1) ? 0 : performance.now() - reached.at
  }

  function note(one: Watched, lagMs: number | null): void {
    const inUse = lagMs !== null && lagMs <= maxLagMs
    const changed = inUse !== one.inUse
    Object.assign(one, { lagMs, inUse })
    if (changed) onChange?.({ name: one.name, lagMs, inUse })
  }

  function stop(): void {
    clearInterval(timer)
  }
}

/** Returns null instead of an error, and of an answer that is late. */
function within<T>(ms: number, answer: Promise<T>): Promise<T | null> {
  return Promise.race([answer.catch(() => null), sleep(ms, null, { ref: false })])
}

async function positionOf(pool: pg.Pool, expression: string): Promise<bigint | null> {
  const { rows } = await pool.query<{ position: string | null }>(
    `select (${expression} - '0/0'::pg_lsn)::text as position`,
  )
  const text = rows[0]?.position
  return text == null ? null : BigInt(text)
}

/**
 * Lets all that guests read during `work` come from one database: what is read later is never older. `fresh` is for those who have
 * just written something.
 */
export function readingFromOne<T>(primary: pg.Pool, fresh: boolean, work: () => T): T {
  const choose = chosenBy.get(primary)
  return choose ? chosen.run({ primary, reader: fresh ? primary : choose() }, work) : work()
}

/** Returns the database that guests read from in the current request. */
function readerOf(primary: pg.Pool): pg.Pool {
  const current = chosen.getStore()
  return current?.primary === primary ? current.reader : primary
}

/** Reads for a guest. If the replica fails, or stops the query to catch up, the primary answers, which is never older. */
export async function readAsGuest<T>(primary: pg.Pool, read: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const reader = readerOf(primary)
  if (reader === primary) return read(primary)
  try {
    return await read(reader)
  } catch (error) {
    const away = outageOf(error) === 'away'
    if (away) failedOn.get(reader)?.()
    if (!away && (error as { code?: unknown }).code !== RECOVERY_CONFLICT) throw error
    return read(primary)
  }
}

/** "canceling statement due to conflict with recovery": the replica has to remove rows that the query reads. */
const RECOVERY_CONFLICT = '40001'
