// A town's day in less than half an hour: requests, and a mailing every two minutes. Nothing is lost, and neither memory nor files grow.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { minutes, seconds } from '#domain/durations.ts'
import { paceOf, type SendRate, startLoad, tally } from './load.ts'
import type { ProgramFixture } from './program-fixture.ts'
import { wrongOf } from './restarts.ts'
import { isAsItShould } from './visitors.ts'

export type SoakOptions = { seconds: number; perSecond: number; mails: number }

export type SoakReport = {
  seconds: number
  answers: Record<string, Record<string, number>>
  wrong: string[]
  acknowledged: number
  lost: number
  doubled: number
  mailings: number
  mailsLost: number
  mailsDoubled: number
  pace: SendRate
  /** Each minute. */
  memoryMb: number[]
  /** Open files of the server at the start, under load and when it is idle again. */
  files: { before: number; highest: number; after: number }
  exits: number
}

export async function soaking(program: ProgramFixture, options: SoakOptions): Promise<SoakReport> {
  const { workers, visitors, pool } = program
  const until = performance.now() + seconds(options.seconds)
  const before = filesOf(program)
  let highest = before
  let mailings = 0
  const memoryMb = [program.memory()]
  const load = startLoad(program.url, options.perSecond, visitors.next)
  for (let minute = 0; performance.now() < until; minute++) {
    if (minute % 2 === 0) {
      await workers.addMailing(options.mails)
      mailings++
    }
    await sleep(Math.min(minutes(1), Math.max(0, until - performance.now())))
    memoryMb.push(program.memory())
    highest = Math.max(highest, filesOf(program))
  }
  await load.stop()
  await workers.until(() => workers.counts().lost === 0, minutes(5))
  await sleep(seconds(10))
  const { lost: mailsLost, duplicates: mailsDoubled } = workers.counts()
  return {
    seconds: options.seconds,
    answers: tally(load.answers),
    wrong: wrongOf(load.answers),
    ...(await visitors.writes(pool, load.answers)),
    mailings,
    mailsLost,
    mailsDoubled,
    pace: paceOf(load.answers.filter(isAsItShould)),
    memoryMb,
    files: { before, highest, after: filesOf(program) },
    exits: program.exits(),
  }
}

function filesOf({ processes }: ProgramFixture): number {
  return readdirSync(`/proc/${processes[0]?.process.pid}/fd`).length
}
