// Stops the parts in the reverse order of their start. Ten seconds, or a second signal, end the wait.
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
 * A second signal this soon is the same one delivered twice: by a terminal and npm, by systemd and npm, by timeout(1). Exiting at
 * once would leave PostgreSQL running without its parent.
 */
const SAME_SIGNAL = seconds(2)

/** What a supervisor is to start again. The code is EX_TEMPFAIL of sysexits.h. */
export function stopForRestart(shutdown: Shutdown): void {
  setTimeout(() => process.exit(75), STOP_MS).unref()
  void shutdown.run().then(() => process.exit(75))
}

const STOP_MS = seconds(9.5)

/**
 * Ends the process in order, within ten seconds, on SIGINT, SIGTERM and an uncaught exception: what that left half done is unknown,
 * so the supervisor should start a new process. An unhandled rejection concerns one request or one job: it is logged, and the process
 * continues. The log never contains what the error quotes.
 */
export function stopOnSignals(shutdown: Shutdown, log: Log): void {
  let stoppingSince: number | undefined
  const stop = (code: number) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), STOP_MS).unref()
    void shutdown.run().then(() => process.exit(code))
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception; stopping')
    stop(1)
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
}
