// /previews/{calendar}/{version}-en.png and /previews/{calendar}/{event}/{version}-en.png: the picture that messengers show beside a
// link, for what guests may see. Each request reads it again, so that a picture ends with its event; only the drawing is cached.
import { hash } from 'node:crypto'
import type pg from 'pg'
import { runScoped } from '#database/scope.ts'
import { days, inSeconds, minutes, seconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { type PreviewCalendar, type PreviewEvent, previewLanguage, previewPath } from '#domain/preview-pictures.ts'
import { isUuid } from '#domain/uuid.ts'
import { asService, callerKey } from '#runtime/caller.ts'
import { guest } from '#server/http/identity.ts'
import { createLimits } from '#server/http/limits.ts'
import { makePage, type Page } from '#server/public-cache/page.ts'
import { createPublicCache } from '#server/public-cache/public-response-cache.ts'
import type { FeedContext } from '../context.ts'
import { pictureHeaders } from '../headers.ts'
import { createDraw } from './draw.ts'
import { pictureWords } from './words.ts'

export interface AskedPreview {
  calendarId: string
  /** Null: the calendar's own. */
  eventId: string | null
  name: string
  network: string
}

/** Some 500 pictures. */
const MAX_BYTES = 32 * 1024 * 1024

export function createPreviews(context: FeedContext) {
  const { pool, siteUrl, clock, turns, linkSecret } = context
  const now = () => clock.now().getTime()
  const drawn = createPublicCache({ ...context, now, maxBytes: MAX_BYTES })
  const limits = createLimits({ pool, secret: linkSecret })
  const draw = createDraw()
  const headers = { ...context.headers.image, ...pictureHeaders, 'content-type': 'image/png' }

  return async function preview({ calendarId, eventId, name, network }: AskedPreview): Promise<Page> {
    const language = previewLanguage(name)
    if (!language || !isUuid(calendarId) || !(eventId === null || isUuid(eventId))) throw notFound()
    return turns.pictures.run(callerKey(), async () => {
      const facts = await readFacts(pool, calendarId, eventId)
      if (!facts) throw notFound()
      const path = previewPath(facts.calendar, facts.event, language)
      // Made-up and earlier versions share the drawing of the current one.
      if (!path.endsWith(`/${name}`)) return makePage('', 302, { ...context.headers.image, ...briefly, location: path })
      const words = pictureWords({ ...facts, siteUrl }, language)
      return drawn.findOrMake(hash('sha256', JSON.stringify(words)), () =>
        asService(async () => {
          await limits.take({ name: 'preview-picture', of: network })
          const page = makePage(await draw(words), 200, headers)
          return { page, scope: { calendar: null, expires: now() + days(30) } }
        }),
      )
    })
  }
}

const briefly = { 'cache-control': `public, max-age=${inSeconds(minutes(1))}` }

interface Facts {
  calendar: PreviewCalendar
  event: PreviewEvent | null
}

/** Reads as a guest who names the calendar, so that policies decide. */
async function readFacts(pool: pg.Pool, calendarId: string, eventId: string | null): Promise<Facts | null> {
  const settings = { 'townbell.calendar': calendarId }
  const scope = { ...guest, readOnly: true, timeoutMs: seconds(5), settings }
  const values = eventId === null ? [calendarId] : [calendarId, eventId]
  const rows = await asService(() =>
    runScoped(pool, scope, { text: eventId === null ? calendarQuery : eventQuery, values }),
  )
  const json = rows[0]?.[0]
  return json ? (JSON.parse(json) as Facts) : null
}

const calendarColumns = 'c.id, c.name, c.city, c.state, c.time_zone, c.identifier, c.allow_guest_users'

const calendarQuery = `
  select json_build_object('calendar', row_to_json(shown), 'event', null)::text from (
    select ${calendarColumns} from public.calendars c where c.id = $1
  ) as shown`

const eventQuery = `
  select json_build_object('calendar', row_to_json(shown), 'event', row_to_json(listed))::text
  from (select ${calendarColumns} from public.calendars c where c.id = $1) as shown
  join (
    select e.id, e.title, e.category, e.status, e.status_reason, e.start_time, e.end_time, e.all_day, e.location, e.location_name
    from public.events e where e.calendar_id = $1 and e.id = $2
  ) as listed on true`

function notFound(): AppError {
  return new AppError('not_found', 404, "This picture doesn't exist, or its event is not public.")
}
