// Everything goes out while its worker is killed again and again, at random moments, and started again at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { minutes } from '#domain/durations.ts'
import { type Kind, kinds, sendEverything } from './everything.ts'
import { openReceiver } from './receiver.ts'
import { openWorkerFixture } from './worker-fixture.ts'

export type KillOptions = {
  mails: number
  kills: number
  connections?: number
  signal: 'SIGKILL' | 'SIGTERM'
  answerDelayMs?: number
}

type Arrivals = { planned: number; lost: number; secondCopies: number; mostCopies: number; mostOfOneKill: number }

export type KillReport = {
  kills: number
  signal: string
  connections: number
  answerDelayMs: number
  /** `hits`: kills between its first and its last arrival. */
  kinds: Record<Kind, Arrivals & { hits: number }>
  /** The kinds that share the connections of mailings. */
  mailings: Arrivals
  slowestResumeMs: number
  states: Record<string, number>
  seconds: number
}

export async function killing(options: KillOptions): Promise<KillReport> {
  const { mails, kills, connections = 4, signal, answerDelayMs = 0 } = options
  const receiver = await openReceiver(answerDelayMs)
  const workers = await openWorkerFixture({ connections, answerDelayMs, settings: receiver.settings })
  const began = Date.now()
  const killedAt: number[] = []
  // A server may have thought about what it had got for a moment after the kill. Kills are a second apart.
  const slack = 200 + 2 * answerDelayMs
  let slowestResumeMs = 0
  const arrived = () => [
    ...workers.smtp.taken.map(({ to, at }) => ({ key: to[0] ?? '', at })),
    ...receiver.received.map(({ id, at }) => ({ key: id, at })),
  ]
  try {
    let worker = workers.startWorker()
    const everything = await sendEverything(workers, receiver, {
      mails,
      others: Math.min(mails, 150),
      promotions: kills,
    })
    const reached = () => new Set(arrived().map(({ key }) => key)).size
    for (let kill = 1; kill <= kills; kill++) {
      const before = arrived().length
      // Spread over what is left, so that the last kill still finds something to send.
      const share = Math.max(2, ((everything.total() - reached()) / (kills - kill + 1)) * 1.6)
      const after = Math.ceil(Math.random() * share)
      await workers.until(() => arrived().length >= before + after || reached() >= everything.total(), minutes(1))
      const last = killedAt.at(-1)
      const first = last === undefined ? undefined : workers.smtp.taken.find(({ at }) => at > last + slack)
      if (last !== undefined && first) slowestResumeMs = Math.max(slowestResumeMs, first.at - last)
      // Single letters and posts leave at once, so they are queued just before.
      await everything.promote()
      await sleep(20 + Math.random() * 2 * (20 + answerDelayMs))
      killedAt.push(Date.now())
      worker.kill(signal)
      await worker.ended
      // Half a minute later: others may take its jobs, so that what this kill hit is under way at the next.
      await workers.database.pool.query("update private.workers set beat_at = beat_at - interval '30 seconds'")
      worker = workers.startWorker()
    }
    await workers.until(everything.isDone, minutes(5))
    worker.kill('SIGTERM')
    await worker.ended
    const planned = await everything.planned()
    const ended = killedAt.map((at) => at + slack)
    const of = (keys: string[]) => count(keys, arrived(), ended)
    return {
      kills: killedAt.length,
      signal,
      connections,
      answerDelayMs,
      kinds: Object.fromEntries(
        kinds.map((kind) => [kind, { ...of(planned[kind]), hits: hits(planned[kind], arrived(), killedAt) }]),
      ) as KillReport['kinds'],
      mailings: of([...planned.mailing, ...planned.alert, ...planned.notice]),
      slowestResumeMs,
      states: await workers.states(),
      seconds: Math.round((Date.now() - began) / 1000),
    }
  } finally {
    await workers.close()
    await receiver.close()
  }
}

type Arrival = { key: string; at: number }

/** A second copy counts for the first kill that ended after the copy before it. */
function count(keys: string[], arrived: Arrival[], ended: number[]): Arrivals {
  const copies = new Map(keys.map((key) => [key, [] as number[]]))
  for (const { key, at } of arrived) copies.get(key)?.push(at)
  const perKill = new Map<number, number>()
  for (const ats of copies.values())
    for (const at of ats.slice(0, -1)) {
      const kill = ended.findIndex((end) => end >= at)
      perKill.set(kill, (perKill.get(kill) ?? 0) + 1)
    }
  const numbers = [...copies.values()].map((ats) => ats.length)
  return {
    planned: keys.length,
    lost: numbers.filter((number) => number === 0).length,
    secondCopies: numbers.reduce((sum, number) => sum + Math.max(0, number - 1), 0),
    mostCopies: Math.max(0, ...numbers),
    mostOfOneKill: Math.max(0, ...perKill.values()),
  }
}

function hits(keys: string[], arrived: Arrival[], killedAt: number[]): number {
  const own = new Set(keys)
  const ats = arrived.filter(({ key }) => own.has(key)).map(({ at }) => at)
  return killedAt.filter((at) => at >= Math.min(...ats) && at <= Math.max(...ats)).length
}
