// What was started last stops first. Ten seconds, or somebody's impatience, end the waiting.
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

/**
 * A signal that soon after another is the same wish told twice: by a terminal and npm, by systemd and npm, by timeout(1). To end at
 * once would leave PostgreSQL running with nobody above it.
 */
const IMPATIENT = seconds(2)

/**
 * Ends the process on SIGINT and SIGTERM, in order, within ten seconds. Also after an exception that nobody caught: nobody knows what
 * it left half done, so whoever supervises the process starts it anew. A promise that failed unseen is one request's or one job's
 * affair: it is told, and the process goes on. Either way the log says so, without what the error quotes.
 */
export function stopOnSignals(shutdown: Shutdown, log: Log): void {
  let asked: number | undefined
  const stop = (code: number) => {
    if (asked !== undefined) {
      if (performance.now() - asked > IMPATIENT) process.exit(1)
      return
    }
    asked = performance.now()
    setTimeout(() => process.exit(1), seconds(9.5)).unref()
    void shutdown.run().then(() => process.exit(code))
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught; stopping')
    stop(1)
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed and nobody looked'))
}
