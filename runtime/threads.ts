// Runs work that strangers can make long in threads of its own. Each thread has a memory and a time limit; one that exceeds them
// ends, and the process goes on.
import { Worker } from 'node:worker_threads'
import { seconds } from '#domain/durations.ts'
import { createSemaphore } from './semaphore.ts'

/** Posts a message to the thread and returns its answer. One at a time. */
export type Ask = (question: unknown) => Promise<unknown>

export interface Threads {
  /** Waits for a free thread, which then answers nobody else until `work` ends. */
  run<T>(work: (ask: Ask) => Promise<T>): Promise<T>
  waiting(): number
}

export interface ThreadOptions {
  /** A module that answers each message of its `parentPort` by another. */
  entry: URL
  atOnce: number
  heapMb: number
  /** For one question, the start of the thread included. */
  limitMs: number
}

/** A thread took too much time or memory. */
export class ThreadLimit extends Error {
  constructor(what: 'time' | 'memory') {
    super(`A thread took too much ${what}.`)
    this.name = 'ThreadLimit'
  }
}

/** A start takes some tenths of a second, so a thread waits this long for more work. */
const IDLE_MS = seconds(30)

export function createThreads({ atOnce, ...options }: ThreadOptions): Threads {
  const places = createSemaphore(atOnce)
  const idle = new Set<Thread>()
  return {
    waiting: places.waiting,
    run: (work) =>
      places.run(async () => {
        const [thread = startThread(options, (ended) => idle.delete(ended))] = idle
        idle.delete(thread)
        thread.wake()
        try {
          return await work(thread.ask)
        } finally {
          if (thread.rest()) idle.add(thread)
        }
      }),
  }
}

interface Thread {
  ask: Ask
  wake(): void
  /** Returns whether the thread can be used again. An idle one does not keep the process running. */
  rest(): boolean
}

function startThread(
  { entry, heapMb, limitMs }: Omit<ThreadOptions, 'atOnce'>,
  onEnd: (thread: Thread) => void,
): Thread {
  // It reads what strangers wrote, so it gets no setting and no secret.
  const worker = new Worker(entry, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMb } })
  let asked: PromiseWithResolvers<unknown> | null = null
  let ended: Error | null = null
  let idleTimer: NodeJS.Timeout | undefined

  function end(reason: Error): void {
    ended ??= reason
    onEnd(thread)
    asked?.reject(ended)
    void worker.terminate()
  }

  worker.on('message', (answer) => asked?.resolve(answer))
  worker.on('error', (error) => {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    end(isMemory ? new ThreadLimit('memory') : (error as Error))
  })
  worker.on('exit', (code) => end(new Error(`A thread ended with code ${code}.`)))

  const thread: Thread = {
    async ask(question) {
      if (ended) throw ended
      asked = Promise.withResolvers()
      const timer = setTimeout(() => end(new ThreadLimit('time')), limitMs)
      try {
        worker.postMessage(question)
        return await asked.promise
      } finally {
        clearTimeout(timer)
        asked = null
      }
    },
    wake() {
      clearTimeout(idleTimer)
      worker.ref()
    },
    rest() {
      if (asked) end(new Error('A thread was left before it answered.'))
      if (ended) return false
      worker.unref()
      idleTimer = setTimeout(() => end(new Error('A thread was idle.')), IDLE_MS).unref()
      return true
    },
  }
  return thread
}
