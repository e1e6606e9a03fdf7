// A response that its client does not read stays in our memory. Every response still open two minutes after its request is closed;
// above a total of unread bytes, those that hold some are closed earlier, the oldest first.
import type { Server, ServerResponse } from 'node:http'
import { minutes, seconds } from '#domain/durations.ts'

export type StalledResponseLimits = { maxMs?: number; maxBytes?: number; checkEveryMs?: number }

export function closeStalledResponses(server: Server, limits: StalledResponseLimits = {}): void {
  const { maxMs = minutes(2), maxBytes = 128 * 1024 * 1024, checkEveryMs = seconds(1) } = limits
  /** When each was requested, the oldest first. */
  const open = new Map<ServerResponse, number>()
  server.on('request', (_request, response: ServerResponse) => {
    open.set(response, performance.now())
    response.on('close', () => open.delete(response))
  })
  const timer = setInterval(check, checkEveryMs).unref()
  server.on('close', () => clearInterval(timer))

  function check(): void {
    let buffered = 0
    for (const response of open.keys()) buffered += response.writableLength
    for (const [response, since] of open) {
      // Streams stay open, and close themselves when nobody reads them.
      if (isStream(response)) continue
      const isLate = performance.now() - since > maxMs
      if (!isLate && buffered <= maxBytes) return
      if (!isLate && response.writableLength === 0) continue
      buffered -= response.writableLength
      response.destroy()
    }
  }
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream')
}
