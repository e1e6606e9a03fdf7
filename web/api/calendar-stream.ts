// Follows a calendar's stream of changes: docs/api.md. By fetch, because EventSource sends no session.
import { seconds } from '#domain/durations.ts'
import { stream } from './stream-state.ts'

export type FollowedCalendar = {
  id: string
  /** The version that is shown. */
  version: number
  /** Calls a function by GET. */
  open: (name: string, signal: AbortSignal) => Promise<Response>
  onChange: (what: 'events' | 'mailings') => void
}

/** Reads while the page is visible, until the signal ends it. Reconnects after a while if it is cut off. */
export function followCalendar({ id, version, open, onChange }: FollowedCalendar, end: AbortSignal): void {
  let reading: AbortController | undefined
  // The page loads first.
  setTimeout(update, 1000)
  document.addEventListener('visibilitychange', update, { signal: end })
  end.addEventListener('abort', stop)

  function update(): void {
    if (document.visibilityState === 'hidden') stop()
    else if (!reading && !end.aborted) void read(new AbortController())
  }

  function stop(): void {
    reading?.abort()
    reading = undefined
    stream.isOpen = false
  }

  async function read(current: AbortController): Promise<void> {
    reading = current
    const wait = await readOnce(current.signal).catch(() => seconds(5))
    if (current.signal.aborted) return
    stream.isOpen = false
    // Everybody is cut off at once when a server restarts.
    if (wait !== null) setTimeout(() => reading === current && void read(current), wait * (1 + Math.random()))
  }

  /** Returns how long to wait before the next try; null: never. */
  async function readOnce(signal: AbortSignal): Promise<number | null> {
    const answer = await open(`calendar-stream?calendar_id=${id}`, signal)
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!answer.ok || !reader) {
      // The server has no streams.
      if (answer.status === 204) return null
      if (answer.status !== 404) return Math.max(seconds(Number(answer.headers.get('retry-after'))), seconds(10))
      onChange('events')
      return null
    }
    stream.isOpen = true
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const messages = (text + part.value).split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) take(message)
    }
    return seconds(1)
  }

  function take(message: string): void {
    const [, name, data] = /^event: (\w+)\ndata: (.*)/.exec(message) ?? []
    if (!data) return
    // They have no version: one may have gone on before the stream was open.
    if (name !== 'events') onChange('mailings')
    const now: number = JSON.parse(data).version ?? version
    if (now === version) return
    version = now
    onChange('events')
  }
}
