// The embedded PostgreSQL, started again whenever it ends by itself: killed by hand, by a system short of memory, by a full disk.
// It comes back where it was, so that pools find it; meanwhile requests are told to come back.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'

export type KeptOptions = Pick<EmbeddedOptions, 'folder' | 'password' | 'settings'> & {
  onLost(how: string): void
  onBack(afterMs: number): void
  /** It does not start; it is tried again after so long. */
  onFailure(error: unknown, retryMs: number): void
}

/** From a tenth of a second, which the last backends of a killed server need to notice, to what a person would wait. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [100, 15_000]

export async function keepEmbedded(options: KeptOptions): Promise<Pick<Embedded, 'url' | 'stop'>> {
  const { onLost, onBack, onFailure, ...start } = options
  const ending = new AbortController()
  const { signal } = ending
  let returning: Promise<void> | undefined
  let current = await startEmbedded({ ...start, onExit: lost })
  const { url, port } = current
  return {
    url,
    async stop() {
      ending.abort()
      await returning
      await current.stop()
    },
  }

  function lost(how: string): void {
    if (signal.aborted) return
    onLost(how)
    returning = comeBack(performance.now())
  }

  async function comeBack(since: number): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        current = await startEmbedded({ ...start, port, attempts: 1, signal, onExit: lost })
        return onBack(Math.round(performance.now() - since))
      } catch (error) {
        if (signal.aborted) return
        onFailure(error, wait)
        await sleep(wait, undefined, { signal }).catch(() => {})
      }
    }
  }
}
