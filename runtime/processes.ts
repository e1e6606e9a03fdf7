// Runs the parts of the program in processes of their own, which share one port. One that ends is replaced, and all can be replaced
// one by one without a refused connection. The first process only looks after the others and has the database.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { seconds } from '#domain/durations.ts'
import type { Log } from './log.ts'

export type Part = 'server' | 'worker'

/** What a process is told when it starts. */
export type Orders = { databaseUrl: string; serverProcesses: number }

type FromFirst =
  | { begin: Orders }
  | { retire: true }
  | { question: number }
  | { answers: Answer<unknown>[]; to: number }
type FromOther =
  | { ready: { port?: number } }
  | { failed: string }
  | { ask: number }
  | { answer: unknown; question: number }

/** What a server process answered, and its number. */
export type Answer<T> = { process: string; value: T }

type Slot = { part: Part; number: number; worker?: Worker; startedAt: number; waitMs: number }

/** A process that ends soon after its start is started again after a while, which doubles. */
const [FIRST_WAIT_MS, MAX_WAIT_MS, STABLE_AFTER_MS] = [seconds(1), seconds(30), seconds(60)]
/** Before the first process itself has to end (shutdown.ts). */
const STOP_MS = seconds(8)
/** Longer than a server lets its clients finish (server/main.ts). */
const RETIRE_MS = seconds(80)

export type Processes = {
  port: number
  /** Replaces each process by a new one, which loads the program anew. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Each server takes connections from the port itself, as it has time. Handed out in turn by the first process, a connection would hang
 * for good if the process that it is handed to dies at that moment.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Starts the servers and a worker, and resolves when all are ready. Fails if one of them does. */
export async function superviseProcesses(orders: Orders, log: Log): Promise<Processes> {
  const slots: Slot[] = Array.from({ length: orders.serverProcesses }, (_, at) => newSlot('server', at + 1))
  slots.push(newSlot('worker', 1))
  const timers = new Set<NodeJS.Timeout>()
  let stopping = false
  let restarting = false
  let asked = 0

  const port = await startAll().catch(async (error) => {
    await stop()
    throw error
  })
  return { port, restart, stop }

  /** One server first: what is wrong with the port or a setting is said once. */
  async function startAll(): Promise<number> {
    const [first, ...others] = slots as [Slot]
    const { port = 0 } = await start(first)
    await Promise.all(others.map(start))
    return port
  }

  /** Resolves when the process is ready, which is then the one of its slot. */
  async function start(slot: Slot): Promise<{ port?: number }> {
    cluster.setupPrimary({ args: ['start', slot.part] })
    const worker = cluster.fork()
    const ready = Promise.withResolvers<{ port?: number }>()
    slot.startedAt = performance.now()
    const before = slot.worker
    // The one before, in a rolling restart, still answers.
    if (before === undefined || before.isDead()) slot.worker = worker
    worker.on('message', (message: FromOther) => {
      if ('ready' in message) ready.resolve(message.ready)
      else if ('failed' in message) ready.reject(new Error(message.failed))
      else if ('ask' in message) void answer(worker, message.ask)
    })
    worker.on('error', (error) => log.warn({ err: error, part: slot.part }, 'a process cannot be reached'))
    worker.once('exit', (code, signal) => {
      ready.reject(new Error(`A ${slot.part} process ended with ${signal ?? code}.`))
      if (slot.worker === worker) replace(slot, signal ?? code)
    })
    tell(worker, { begin: orders })
    const said = await ready.promise
    slot.worker = worker
    return said
  }

  function replace(slot: Slot, how: string | number): void {
    if (stopping) return
    if (performance.now() - slot.startedAt > STABLE_AFTER_MS) slot.waitMs = 0
    const { part, number, waitMs } = slot
    log.error({ part, number, how, waitMs }, 'a process ended; starting another')
    const timer = setTimeout(() => {
      timers.delete(timer)
      // If it fails, its end has replaced it again.
      start(slot).then(
        () => log.warn({ part, number }, 'a process was replaced'),
        (error) => log.error({ part, number, message: String(error.message) }, 'a process does not start'),
      )
    }, waitMs)
    timers.add(timer)
    slot.waitMs = Math.min(MAX_WAIT_MS, Math.max(FIRST_WAIT_MS, 2 * waitMs))
  }

  async function restart(): Promise<void> {
    if (restarting || stopping) return
    restarting = true
    log.warn({}, 'replacing all processes, one by one')
    try {
      for (const slot of slots) if (!stopping) await renew(slot)
      log.warn({}, 'all processes were replaced')
    } catch (error) {
      log.error({ message: String((error as Error).message) }, 'the new process does not start; the others stay')
    } finally {
      restarting = false
    }
  }

  /** A new server answers before the old one is done. Of workers there is one at a time. */
  async function renew(slot: Slot): Promise<void> {
    const old = slot.worker
    if (slot.part === 'worker') {
      delete slot.worker
      await end(old, { retire: true })
    }
    await start(slot)
    if (slot.part === 'server') await end(old, { retire: true })
  }

  async function stop(): Promise<void> {
    stopping = true
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => end(worker)))
  }

  async function end(worker: Worker | undefined, message?: FromFirst): Promise<void> {
    if (!worker || worker.isDead()) return
    const gone = once(worker, 'exit')
    if (message) tell(worker, message)
    else worker.process.kill('SIGTERM')
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), message ? RETIRE_MS : STOP_MS)
    await gone
    clearTimeout(timer)
  }

  /** Passes a question of one server on to all, and returns what they say within a second. */
  async function answer(asker: Worker, to: number): Promise<void> {
    const question = ++asked
    const servers = slots.filter(({ part, worker }) => part === 'server' && worker?.isConnected())
    const answers = await Promise.all(servers.map((slot) => askOne(slot, question)))
    tell(asker, { answers: answers.flatMap((one) => one ?? []), to })
  }

  function askOne({ number, worker }: Slot, question: number): Promise<Answer<unknown> | null> {
    return new Promise((resolve) => {
      const done = (value: Answer<unknown> | null) => {
        clearTimeout(timer)
        worker?.off('message', listen)
        resolve(value)
      }
      const listen = (message: FromOther) => {
        if ('answer' in message && message.question === question)
          done({ process: String(number), value: message.answer })
      }
      const timer = setTimeout(done, seconds(1), null)
      worker?.on('message', listen)
      if (worker) tell(worker, { question })
    })
  }
}

function newSlot(part: Part, number: number): Slot {
  return { part, number, startedAt: 0, waitMs: 0 }
}

function tell(worker: Worker, message: FromFirst): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

/** Whether this process was started by another one of the same program. */
export const isSupervised = cluster.isWorker

/** What a server process can ask those beside it. */
export type Siblings = {
  count: number
  /** Offers what this process knows to all, and returns a function that reads it from all. */
  share<T>(own: () => T): () => Promise<Answer<T>[]>
}

type Running = { port?: number; retire(): Promise<void> }

/** Runs a part as the first process says. */
export async function runSupervised(begin: (orders: Orders, siblings: Siblings) => Promise<Running>): Promise<void> {
  const say = (message: FromOther) => process.send?.(message)
  const [{ begin: orders }] = (await once(process, 'message')) as [{ begin: Orders }]
  const waiting = new Map<number, (answers: Answer<unknown>[]) => void>()
  let own: () => unknown = () => null
  let running: Running | undefined
  let asked = 0
  process.on('message', (message: FromFirst) => {
    if ('retire' in message) void running?.retire()
    else if ('question' in message) say({ answer: own(), question: message.question })
    else if ('answers' in message) waiting.get(message.to)?.(message.answers)
  })
  try {
    running = await begin(orders, { count: orders.serverProcesses, share })
    say({ ready: running.port === undefined ? {} : { port: running.port } })
  } catch (error) {
    process.send?.({ failed: (error as Error).message } satisfies FromOther, () => process.exit(1))
  }

  function share<T>(given: () => T): () => Promise<Answer<T>[]> {
    own = given
    return async () => {
      const to = ++asked
      const answers = await new Promise<Answer<unknown>[]>((resolve) => {
        waiting.set(to, resolve)
        say({ ask: to })
      })
      waiting.delete(to)
      return answers as Answer<T>[]
    }
  }
}
