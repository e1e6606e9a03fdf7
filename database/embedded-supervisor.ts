// Restarts the embedded PostgreSQL whenever it ends by itself: killed by hand, by a system short of memory, by a full disk.
// It returns on the same port, so that pools find it; meanwhile requests get 503 with Retry-After.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'

export type SupervisorOptions = Pick<EmbeddedOptions, 'folder' | 'password' | 'settings'> & {
  onLost(how: string): void
  onRestarted(afterMs: number): void
  /** Called when a start fails; the next attempt follows after `retryMs`. */
  onFailure(error: unknown, retryMs: number): void
}

/** The backoff starts with the time that the last backends of a killed server need to notice, and ends with what a person would wait. */
const [FIRST_WAIT_MS, MAX_WAIT_MS] = [100, 15_000]

export async function superviseEmbedded(
  options: SupervisorOptions,
): Promise<Pick<Embedded, 'url' | 'postgres' | 'stop'>> {
  const { onLost, onRestarted, onFailure, ...start } = options
  const ending = new AbortController()
  const { signal } = ending
  let restarting: Promise<void> | undefined
  let current = await startEmbedded({ ...start, onExit: lost })
  const { url, port, postgres } = current
  return {
    url,
    postgres,
    async stop() {
      ending.abort()
      await restarting
      await current.stop()
    },
  }

  function lost(how: string): void {
    if (signal.aborted) return
    onLost(how)
    restarting = restart(performance.now())
  }

  async function restart(since: number): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      try {
        current = await startEmbedded({ ...start, port, attempts: 1, signal, onExit: lost })
        return onRestarted(Math.round(performance.now() - since))
      } catch (error) {
        if (signal.aborted) return
        onFailure(error, wait)
        await sleep(wait, undefined, { signal }).catch(() => {})
      }
    }
  }
}
