// PostgreSQL is down for minutes, or hangs with its connections open: every request is answered soon, none waits forever, memory
// stays constant, and everything recovers when it is back.
import { setTimeout as sleep } from 'node:timers/promises'
import { paceOf, type SendRate, startLoad, tally } from './load.ts'
import type { ProgramFixture } from './program-fixture.ts'
import { untilBack, wrongOf } from './restarts.ts'
import { isAsItShould, isComeBack } from './visitors.ts'

export type AwayOptions = { seconds: number; perSecond: number; frozen: boolean }

export type AwayReport = {
  seconds: number
  frozen: boolean
  answers: Record<string, Record<string, number>>
  wrong: string[]
  acknowledged: number
  lost: number
  doubled: number
  /** How long refused requests had waited. */
  turnedAway: SendRate
  backMs: number
  exits: number
  memoryMb: { before: number; highest: number; after: number }
}

export async function beingAway(
  program: ProgramFixture,
  { seconds, perSecond, frozen }: AwayOptions,
): Promise<AwayReport> {
  const { postgres, visitors } = program
  if (!postgres) throw new Error('only a PostgreSQL of ours can be kept away')
  const load = startLoad(program.url, perSecond, visitors.next)
  await sleep(3_000)
  const kinds = Object.keys(tally(load.answers))
  const before = program.memory()
  let highest = before
  if (frozen) postgres.freeze()
  else await postgres.end()
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000)
    highest = Math.max(highest, program.memory())
  }
  const returned = performance.now()
  if (frozen) postgres.thaw()
  else await postgres.start()
  const back = await untilBack(load, kinds, returned, 0)
  await sleep(3_000)
  await load.stop()
  return {
    seconds,
    frozen,
    answers: tally(load.answers),
    wrong: wrongOf(load.answers),
    ...(await visitors.writes(program.pool, load.answers)),
    turnedAway: paceOf(load.answers.filter((answer) => !isAsItShould(answer) && isComeBack(answer))),
    backMs: Math.round(back - returned),
    exits: program.exits(),
    memoryMb: { before, highest, after: program.memory() },
  }
}
