// Workers are frozen in the middle (SIGSTOP, as a machine that swaps or a debugger would), others take over, and the frozen
// ones are let go again much later. What they were just sending must not be sent by anybody else; what they had only claimed
// must not be sent by them.
import { setTimeout as sleep } from 'node:timers/promises'
import { openWorkerFixture } from './worker-fixture.ts'

export type StopOptions = { mails: number; rounds: number; workers: number; stopMs: number }
export type StopReport = {
  mails: number
  stops: number
  stopMs: number
  lost: number
  duplicates: number
  mostCopies: number
  states: Record<string, number>
  seconds: number
}

export async function stopping({ mails, rounds, workers: count, stopMs }: StopOptions): Promise<StopReport> {
  const fixture = await openWorkerFixture({ answerDelayMs: 60 })
  const began = Date.now()
  let stops = 0
  try {
    const workers = Array.from({ length: count }, () => fixture.startWorker())
    await fixture.until(() => workers.every(({ said }) => said().includes('is running')), 60_000)
    for (let round = 1; round <= rounds; round++) {
      const before = fixture.reached()
      await fixture.addMailing(mails)
      // Somewhere in the middle, when all of them have rows in hand.
      await fixture.until(() => fixture.reached() >= before + mails * (0.2 + Math.random() * 0.3), 60_000)
      const frozen = workers.slice(1)
      for (const worker of frozen) {
        worker.kill('SIGSTOP')
        stops++
        await sleep(Math.random() * 10)
      }
      await sleep(stopMs)
      for (const worker of frozen) worker.kill('SIGCONT')
      await fixture.until(async () => {
        const { planned, claimed, committing } = await fixture.states()
        return fixture.reached() >= before + mails && !planned && !claimed && !committing
      }, 180_000)
    }
    for (const worker of workers) worker.kill('SIGTERM')
    await Promise.all(workers.map(({ ended }) => ended))
    const { expected, lost, duplicates, mostCopies } = fixture.counts()
    const states = await fixture.states()
    return {
      mails: expected,
      stops,
      stopMs,
      lost,
      duplicates,
      mostCopies,
      states,
      seconds: Math.round((Date.now() - began) / 1000),
    }
  } finally {
    await fixture.close()
  }
}
