import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError, sqlState } from '#domain/errors.ts'
import { detailColumns } from '#domain/event-columns.ts'
import { eventTimes } from '#domain/event-times.ts'
import { newEvent } from '#domain/events.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'
import { edit, instantsOf, scopeOf } from './save-event.ts'

const shape = z.object({
  suggestion_id: z.guid('suggestion_id must be the id of a suggestion'),
  event: newEvent,
  times: eventTimes,
})

type Request = z.infer<typeof shape>

export const acceptSuggestion = endpoint({
  summary: 'Makes an event of a suggestion, or changes the event it became.',
  who: ['signed in'],
  body: shape,
  answer: z.object({ event_id: z.guid() }),
  limits: ['save-event'],
  run:
    ({ pool, clock }) =>
    async ({ body: request, identity }) => {
      const now = clock.now()
      const work = inTransaction(
        pool,
        (client) => accept(client, request, now),
        scopeOf(identity, { scope: 'this' }, now),
      )
      return { event_id: await translateDatabaseErrors(work) }
    },
})

async function accept(client: pg.ClientBase, request: Request, now: Date): Promise<string> {
  const { rows } = await client.query<Suggested>(findSuggestion, [request.suggestion_id])
  const [suggested] = rows
  if (!suggested) throw new AppError('not_found', 404, "This suggestion doesn't exist.")
  if (suggested.state !== 'pending') throw new AppError(sqlState('TB075'), 400, suggestionTexts.decided)
  const eventId = suggested.event_id
    ? await change(client, suggested, request, now)
    : await add(client, suggested, request)
  await client.query('select public.accept_suggestion($1, $2)', [request.suggestion_id, eventId])
  return eventId
}

type Suggested = {
  calendar_id: string
  event_id: string | null
  state: string
  zone: string
  /** Of the event that it changes; null: it is gone. */
  event_day: string | null
  location: string | null
}

async function add(client: pg.ClientBase, { calendar_id, zone }: Suggested, { event, times }: Request) {
  const row = { ...event, ...instantsOf(times, zone), calendar_id, event_date: times.day }
  const { rows } = await client.query<{ id: string }>(insertEvent, [JSON.stringify(row)])
  return rows[0]?.id as string
}

/** What people cannot suggest stays as it is; a place that was moved loses its position on the map. */
async function change(client: pg.ClientBase, suggested: Suggested, { event, times }: Request, now: Date) {
  const { event_id, event_day } = suggested
  if (event_id === null || event_day === null)
    throw new AppError('suggested_event_gone', 400, suggestionTexts.eventGone)
  const { title, description, location_name, location, link_url } = event
  const changed = {
    ...{ title, description, location_name, location, link_url },
    ...(location === suggested.location ? {} : { latitude: null, longitude: null }),
    ...(times.day === event_day ? {} : { status: 'moved' as const }),
  }
  await edit(client, { event_id, scope: 'this', notify: false, event: changed, times }, now)
  return event_id
}

const findSuggestion = `
  select s.calendar_id, s.event_id, s.state, c.time_zone as zone, e.event_date::text as event_day, e.location
  from public.event_suggestions s
  join public.calendars c on c.id = s.calendar_id
  left join public.events e on e.id = s.event_id and e.calendar_id = s.calendar_id
  where s.id = $1`

const columns = ['calendar_id', ...detailColumns, 'all_day', 'start_time', 'end_time', 'event_date'].join(', ')

const insertEvent = `
  insert into public.events (${columns})
  select ${columns} from jsonb_populate_record(null::public.events, $1)
  returning id`
