// What was started last stops first. A second signal, or ten seconds, ends the waiting.
import { seconds } from '#domain/durations.ts'
import type { Log } from './log.ts'

export type Shutdown = { add(name: string, stop: () => Promise<void> | void): void; run(): Promise<void> }

export function createShutdown(log: Log): Shutdown {
  const steps: { name: string; stop: () => Promise<void> | void }[] = []
  let running: Promise<void> | undefined
  return {
    add: (name, stop) => void steps.unshift({ name, stop }),
    run: () => {
      running ??= stopAll()
      return running
    },
  }

  async function stopAll() {
    for (const { name, stop } of steps) {
      try {
        await stop()
      } catch (error) {
        log.error({ err: error, step: name }, 'could not stop in order')
      }
    }
  }
}

/** Ends the process on SIGINT and SIGTERM, in order, within ten seconds. */
export function stopOnSignals(shutdown: Shutdown): void {
  let asked = false
  const stop = () => {
    if (asked) process.exit(1)
    asked = true
    setTimeout(() => process.exit(1), seconds(9.5)).unref()
    void shutdown.run().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
