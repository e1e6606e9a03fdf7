// Workers are frozen in the middle (SIGSTOP, as a machine that swaps or a debugger would), others take over, and the frozen
// ones are let go again much later. What they were just sending must not be sent by anybody else; what they had only claimed
// must not be sent by them.
import { setTimeout as sleep } from 'node:timers/promises'
import { openArena } from './arena.ts'

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
  const arena = await openArena({ answerDelayMs: 60 })
  const began = Date.now()
  let stops = 0
  try {
    const workers = Array.from({ length: count }, () => arena.startWorker())
    await arena.until(() => workers.every(({ said }) => said().includes('is running')), 60_000)
    for (let round = 1; round <= rounds; round++) {
      const before = arena.reached()
      await arena.addMailing(mails)
      // Somewhere in the middle, when all of them have rows in hand.
      await arena.until(() => arena.reached() >= before + mails * (0.2 + Math.random() * 0.3), 60_000)
      const frozen = workers.slice(1)
      for (const worker of frozen) {
        worker.kill('SIGSTOP')
        stops++
        await sleep(Math.random() * 10)
      }
      await sleep(stopMs)
      for (const worker of frozen) worker.kill('SIGCONT')
      await arena.until(async () => {
        const { planned, claimed, committing } = await arena.states()
        return arena.reached() >= before + mails && !planned && !claimed && !committing
      }, 180_000)
    }
    for (const worker of workers) worker.kill('SIGTERM')
    await Promise.all(workers.map(({ ended }) => ended))
    const { expected, lost, duplicates, mostCopies } = arena.counts()
    const states = await arena.states()
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
    await arena.close()
  }
}
