// Restarts PostgreSQL many times under load and during a mailing. Requests meanwhile are answered with
// "retry later"; no acknowledged write is lost; every contact gets one mail.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Load, paceOf, type SendRate, startLoad, tally } from './load.ts'
import type { ProgramFixture } from './program-fixture.ts'
import { isAsItShould, isComeBack } from './visitors.ts'

export type RestartOptions = { restarts: number; perSecond: number; mails: number }

export type RestartReport = {
  restarts: number
  requests: number
  answers: Record<string, Record<string, number>>
  /** Neither as they should be nor "come back later" in their dialect. */
  wrong: string[]
  acknowledged: number
  lost: number
  doubled: number
  /** From the kill until the last refused request. */
  slowestBackMs: number
  /** From the kill until the next mail arrived. */
  slowestMailMs: number
  exits: number
  mailsLost: number
  mailsDoubled: number
  states: Record<string, number>
  pace: SendRate
  memoryMb: [before: number, after: number]
}

const signals: NodeJS.Signals[] = ['SIGQUIT', 'SIGKILL', 'SIGINT']

export async function restarting(
  program: ProgramFixture,
  { restarts, perSecond, mails }: RestartOptions,
): Promise<RestartReport> {
  const { workers, visitors, pool } = program
  await workers.addMailing(mails)
  const before = program.memory()
  const load = startLoad(program.url, perSecond, visitors.next)
  await sleep(1_500)
  const kinds = Object.keys(tally(load.answers))
  let slowestBackMs = 0
  let slowestMailMs = 0
  for (let n = 0; n < restarts; n++) {
    const killed = performance.now()
    const mailed = workers.smtp.taken.length
    await program.restart(signals[n % signals.length] as NodeJS.Signals, Math.random() * 800)
    slowestBackMs = Math.max(slowestBackMs, (await untilBack(load, kinds, killed)) - killed)
    if (workers.reached() < mails) {
      await workers.until(() => workers.smtp.taken.length > mailed, 60_000)
      slowestMailMs = Math.max(slowestMailMs, performance.now() - killed)
    }
    await sleep(500 + Math.random() * 500)
  }
  await load.stop()
  await workers.until(async () => workers.reached() >= mails && isDone(await workers.states()), 180_000)
  const { lost: mailsLost, duplicates: mailsDoubled } = workers.counts()
  return {
    restarts,
    requests: load.answers.length,
    answers: tally(load.answers),
    wrong: wrongOf(load.answers, [429, 503]),
    ...(await visitors.writes(pool, load.answers)),
    slowestBackMs: Math.round(slowestBackMs),
    slowestMailMs: Math.round(slowestMailMs),
    exits: program.exits(),
    mailsLost,
    mailsDoubled,
    states: await workers.states(),
    pace: paceOf(load.answers.filter(isAsItShould)),
    memoryMb: [before, program.memory()],
  }
}

/** Requests may wait out a restart of 300 ms: then none is refused. */
const UNNOTICED_MS = 5_000

/**
 * When the last was turned away after the fault, told once every kind of request has been answered well since. `atLeast` so many must
 * have been turned away, or the fault has not been felt yet.
 */
export async function untilBack(load: Load, kinds: string[], since: number, atLeast = 1): Promise<number> {
  for (let waited = 0; waited < 60_000; waited += 20) {
    await sleep(20)
    // Answers are noted as they come, so those before the fault are all at the beginning.
    const before = load.answers.findLastIndex(({ at, ms }) => at + ms <= since)
    const after = load.answers.slice(before + 1).filter(({ at }) => at > since)
    const bad = after.filter((answer) => !isAsItShould(answer))
    const last = Math.max(since, ...bad.map(({ at, ms }) => at + ms))
    const good = new Set(after.filter((answer) => answer.at > last && isAsItShould(answer)).map(({ kind }) => kind))
    if ((bad.length >= atLeast || waited > UNNOTICED_MS) && kinds.every((kind) => good.has(kind))) return last
  }
  const counts = JSON.stringify(tally(load.answers.filter(({ at }) => at > since)))
  throw new Error(`not back after a minute: ${counts}\n${wrongOf(load.answers).join('\n')}`)
}

/** The same complaint once, with how often. */
export function wrongOf(answers: Answer[], comeBack?: number[]): string[] {
  const counts = new Map<string, number>()
  for (const answer of answers) {
    if (isAsItShould(answer) || isComeBack(answer, comeBack)) continue
    const { kind, status, error, headers, text } = answer
    const what = `${kind}: ${status} ${error ?? ''} retry-after ${headers['retry-after']} ${text.slice(0, 200)}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => `${count} × ${what}`)
}

function isDone(states: Record<string, number>): boolean {
  return !states.planned && !states.claimed && !states.committing
}
