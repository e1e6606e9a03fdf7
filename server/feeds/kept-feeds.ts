import { AppError } from '#domain/errors.ts'
import { createKeptPages } from '#server/http/kept-pages.ts'
import type { Page } from '#server/http/page.ts'

/** A feed as it was made, with the version of the calendar that it shows. Null: there is no such calendar, or no more. */
export type Made = { page: Page; version: string } | null

export interface Wanted {
  key: string
  calendarId: string
  /** The calendar's version now. Null: there is none for whoever asks. */
  version: string | null
  /** How long it is true without a change of the calendar. */
  lifetime: number
  make: () => Promise<Made>
}

const MAX_BYTES = 64 * 1024 * 1024

/** So few connections, and one thread: more at once would only take longer each, and leave none for other requests. */
const MAKING_MAX = 2

/** Feeds by address, as bytes, for as long as their calendar does not change. */
export function createKeptFeeds({ now, maxBytes = MAX_BYTES }: { now: () => number; maxBytes?: number }) {
  const kept = createKeptPages({ now, maxBytes })
  const underWay = new Map<string, Promise<Made>>()
  const places = createPlaces(MAKING_MAX)

  return async function find({ key, calendarId, version, lifetime, make }: Wanted): Promise<Page> {
    if (version === null) {
      kept.drop(key)
      throw calendarNotFound()
    }
    const found = kept.get(key)
    if (found && found.calendar?.version === version) return found.page
    const made = await share(`${key} ${version}`, () => places(make))
    if (!made) throw calendarNotFound()
    kept.set(key, made.page, { calendar: { id: calendarId, version: made.version }, expires: now() + lifetime })
    return made.page
  }

  /** Those who want the same at once wait for one. */
  function share(key: string, make: () => Promise<Made>): Promise<Made> {
    const running = underWay.get(key)
    if (running) return running
    const made = make().finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}

export function calendarNotFound(): AppError {
  return new AppError('calendar_not_found', 404, "This calendar doesn't exist or has been disabled.")
}

function createPlaces(count: number) {
  let free = count
  const line: (() => void)[] = []
  return async function take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else free += 1
    }
  }
}
