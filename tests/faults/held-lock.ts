// A lock is held on a table that most requests need, for longer than any timeout; so every connection of the server is soon
// waiting for it, and requests that need none of it find no connection either. All of them are answered within a bounded time.
import { setTimeout as sleep } from 'node:timers/promises'
import { paceOf, type SendRate, startLoad, tally } from './load.ts'
import type { ProgramFixture } from './program-fixture.ts'
import { untilBack, wrongOf } from './restarts.ts'
import { isAsItShould, isComeBack } from './visitors.ts'

/** While everything is blocked, the requests of one person or network wait for each other. */
const COME_BACK = [429, 503]

export type LockOptions = { seconds: number; perSecond: number }

export type LockReport = {
  seconds: number
  answers: Record<string, Record<string, number>>
  wrong: string[]
  /** Codes of refused requests: the lock itself (55P03), or too many who wait for it. */
  codes: Record<string, number>
  turnedAway: SendRate
  backMs: number
  exits: number
  memoryMb: [before: number, during: number]
}

export async function holdingLock(program: ProgramFixture, { seconds, perSecond }: LockOptions): Promise<LockReport> {
  const { pool, visitors } = program
  const load = startLoad(program.url, perSecond, visitors.next)
  await sleep(1_000)
  const kinds = Object.keys(tally(load.answers))
  const before = program.memory()
  const holder = await pool.connect()
  await holder.query('begin; lock table public.calendars in access exclusive mode')
  await sleep(seconds * 1_000)
  const during = program.memory()
  const released = performance.now()
  await holder.query('rollback')
  holder.release()
  const back = await untilBack(load, kinds, released, 0)
  await load.stop()
  const turnedAway = load.answers.filter((answer) => !isAsItShould(answer) && isComeBack(answer, COME_BACK))
  return {
    seconds,
    answers: tally(load.answers),
    wrong: wrongOf(load.answers, COME_BACK),
    codes: countBy(turnedAway.filter(({ kind }) => kind !== 'page').map(({ text }) => codeOf(text))),
    turnedAway: paceOf(turnedAway),
    backMs: Math.round(back - released),
    exits: program.exits(),
    memoryMb: [before, during],
  }
}

function codeOf(text: string): string {
  const { code, error_code: errorCode } = JSON.parse(text)
  return String(errorCode ?? code)
}

function countBy(words: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
