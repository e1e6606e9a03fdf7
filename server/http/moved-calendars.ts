// Leads from the addresses of calendars that have moved to another installation. They are hidden here, so only what would be answered with
// 404 is looked at, and nobody else waits for it.
import type { MiddlewareHandler } from 'hono'
import type pg from 'pg'
import { calendarNumber } from '#domain/calendar-number.ts'
import { hours, inSeconds } from '#domain/durations.ts'
import { eventPath, idsOfCode } from '#domain/event-path.ts'

export function forwardMoved(pool: pg.Pool): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.res.status !== 404 || !['GET', 'HEAD'].includes(c.req.method)) return
    const { pathname, search } = new URL(c.req.url)
    const to = (await forwardedPath(pool, pathname)) ?? null
    if (to === null) return
    // Cached, but not for good: a move can be undone.
    const headers = { location: `${to}${search}`, 'cache-control': `public, max-age=${inSeconds(hours(1))}` }
    c.res = new Response(null, { status: 308, headers })
  }
}

/** Returns the address elsewhere. Ids are the same there; the number is not. */
async function forwardedPath(pool: pg.Pool, path: string): Promise<string | undefined> {
  const short = /^\/c\/(\d{1,9})(?:\/([0-9a-f]{8}))?\/?$/i.exec(path)
  if (short) {
    const { rows } = await pool.query<Moved>(findByNumber, [
      calendarNumber(short[1] ?? ''),
      ...(idsOfCode(short[2] ?? '') ?? [null, null]),
    ])
    const [moved] = rows
    if (!moved) return undefined
    return `${moved.url}${moved.event_id ? eventPath({ id: moved.calendar_id }, moved.event_id) : `/calendar/${moved.calendar_id}`}`
  }
  const id = calendarPath.exec(path)?.[1]
  if (!id) return undefined
  const { rows } = await pool.query<Moved>(findById, [id])
  return rows[0] && `${rows[0].url}${path}`
}

type Moved = { calendar_id: string; url: string; event_id?: string | null }

const calendarPath =
  /^\/(?:calendar|public\/calendars|embed|previews|event-images)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(?:ics|rss|json)|\/.*)?$/i

const findById = 'select m.calendar_id, m.url from private.moved_calendars m where m.calendar_id = $1'

const findByNumber = `
  select m.calendar_id, m.url, (
    select e.id from public.events e where e.calendar_id = m.calendar_id and e.id between $2::uuid and $3::uuid limit 1
  ) as event_id
  from private.moved_calendars m where m.identifier = $1`
