// A mailing goes out while its worker is killed again and again, at random moments, and started again at once.
import { openWorkerFixture } from './worker-fixture.ts'

export type KillOptions = {
  mails: number
  kills: number
  connections?: number
  signal: 'SIGKILL' | 'SIGTERM'
  answerDelayMs?: number
}

export type KillReport = {
  mails: number
  kills: number
  signal: string
  connections: number
  answerDelayMs: number
  lost: number
  duplicates: number
  mostCopies: number
  mostDuplicatesOfOneKill: number
  slowestResumeMs: number
  states: Record<string, number>
  seconds: number
}

export async function killing(options: KillOptions): Promise<KillReport> {
  const { mails, kills, connections = 4, signal, answerDelayMs = 0 } = options
  const workers = await openWorkerFixture({ connections, answerDelayMs })
  const began = Date.now()
  const killedAt: number[] = []
  let slowestResumeMs = 0
  try {
    await workers.addMailing(mails)
    let worker = workers.startWorker()
    for (let kill = 1; kill <= kills; kill++) {
      const before = workers.smtp.taken.length
      // Spread over what is left, so that the last kill still finds something to send.
      const share = Math.max(2, ((mails - workers.reached()) / (kills - kill + 1)) * 1.6)
      const after = Math.ceil(Math.random() * share)
      await workers.until(() => workers.smtp.taken.length >= before + after || workers.reached() >= mails, 60_000)
      const last = killedAt.at(-1)
      const first = last === undefined ? undefined : workers.smtp.taken.find(({ at }) => at > last)
      if (last !== undefined && first) slowestResumeMs = Math.max(slowestResumeMs, first.at - last)
      if (workers.reached() >= mails) break
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
      killedAt.push(Date.now())
      worker.kill(signal)
      await worker.ended
      worker = workers.startWorker()
    }
    await workers.until(async () => workers.reached() >= mails && isDone(await workers.states()), 120_000)
    worker.kill('SIGTERM')
    await worker.ended
    const { lost, duplicates, mostCopies } = workers.counts()
    return {
      mails,
      kills: killedAt.length,
      signal,
      connections,
      answerDelayMs,
      lost,
      duplicates,
      mostCopies,
      mostDuplicatesOfOneKill: mostOfOneKill(workers.smtp.taken, killedAt),
      slowestResumeMs,
      states: await workers.states(),
      seconds: Math.round((Date.now() - began) / 1000),
    }
  } finally {
    await workers.close()
  }
}

function isDone(states: Record<string, number>): boolean {
  return !states.planned && !states.claimed && !states.committing
}

/** A second copy counts for the last kill after the first copy. */
function mostOfOneKill(taken: { to: string[]; at: number }[], killedAt: number[]): number {
  const firsts = new Map<string, number>()
  const perKill = new Map<number, number>()
  for (const { to, at } of taken) {
    const first = firsts.get(to[0] ?? '')
    if (first === undefined) firsts.set(to[0] ?? '', at)
    else {
      // The server may have thought about the first copy for a moment after the kill; kills are a second apart.
      const kill = killedAt.findIndex((killed) => killed >= first - 200)
      perKill.set(kill, (perKill.get(kill) ?? 0) + 1)
    }
  }
  return Math.max(0, ...perKill.values())
}
