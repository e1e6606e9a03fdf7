// Answers that their readers do not take wait in our memory. So each waits for a while only, and all of them up to so many bytes:
// beyond that the oldest go first.
import type { Server, ServerResponse } from 'node:http'
import { minutes, seconds } from '#domain/durations.ts'

export type SlowReaderLimits = { maxMs?: number; maxBytes?: number; lookEveryMs?: number }

export function letGoOfSlowReaders(server: Server, limits: SlowReaderLimits = {}): void {
  const { maxMs = minutes(2), maxBytes = 128 * 1024 * 1024, lookEveryMs = seconds(1) } = limits
  /** In the order in which they were asked for. */
  const underWay = new Map<ServerResponse, number>()
  server.on('request', (_request, response: ServerResponse) => {
    underWay.set(response, performance.now())
    response.on('close', () => underWay.delete(response))
  })
  const looking = setInterval(look, lookEveryMs).unref()
  server.on('close', () => clearInterval(looking))

  function look(): void {
    let waiting = 0
    for (const response of underWay.keys()) waiting += response.writableLength
    for (const [response, since] of underWay) {
      const late = performance.now() - since > maxMs
      if (!late && waiting <= maxBytes) return
      if (!late && response.writableLength === 0) continue
      waiting -= response.writableLength
      response.destroy()
    }
  }
}
