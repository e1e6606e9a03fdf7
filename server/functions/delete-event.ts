import type pg from 'pg'
import * as z from 'zod'
import { type EventWrite, eventWrite, setEventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { applyPlan, readOccurrences, readSeries } from '#database/series.ts'
import { AppError } from '#domain/errors.ts'
import { planSplit } from '#domain/recurrence/edit.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'

const shape = z.object({
  event_id: z.guid('event_id must be the id of an event'),
  scope: z.enum(['this', 'following', 'all'], 'scope must be this, following or all').default('this'),
  notify: z.boolean().default(false),
})

export const deleteEvent = endpoint({
  summary: 'Deletes an event or several dates of it.',
  who: ['signed in', 'token'],
  body: shape,
  answer: z.object({ restore_id: z.guid() }),
  limits: ['save-event'],
  run:
    ({ pool, clock }) =>
    async ({ body: request, identity }) => {
      const write = { notify: request.notify, now: clock.now() }
      const work = (client: pg.PoolClient) => remove(client, request, write)
      const restoreId = await translateDatabaseErrors(
        inTransaction(pool, work, { ...identity, settings: eventWrite(write) }),
      )
      return { restore_id: restoreId }
    },
})

type Request = z.infer<typeof shape>

async function remove(client: pg.ClientBase, { event_id, scope }: Request, write: EventWrite): Promise<string> {
  const { rows } = await client.query(findEvent, [event_id])
  const [event] = rows
  if (!event) throw new AppError('not_found', 404, "This event doesn't exist.")
  if (scope === 'this' || event.series_id === null) {
    const { rowCount } = await client.query('delete from public.events where id = $1', [event_id])
    if (rowCount !== 1) throw forbidden()
    return event_id
  }
  const doomed = scope === 'all' ? event.series_id : await cut(client, event, write)
  const { rowCount } = await client.query('delete from public.event_series where id = $1', [doomed])
  if (rowCount !== 1) throw forbidden()
  return doomed
}

type Occurrence = { series_id: string; series_day: string }

/** The series of what follows: a new one, or the whole when the event is its first. */
async function cut(client: pg.ClientBase, event: Occurrence, write: EventWrite): Promise<string> {
  const series = await readSeries(client, event.series_id)
  if (!series) throw forbidden()
  const plan = planSplit(series, await readOccurrences(client, series.id, event.series_day), event.series_day)
  if (!plan.ending) return series.id
  // Deleted rows are stored, so that they can be restored. Only cutting the series in two is the series' own work.
  await setEventWrite(client, { ...write, as: 'series' })
  const id = await applyPlan(client, series, plan, event.series_day)
  await setEventWrite(client, write)
  return id as string
}

function forbidden(): AppError {
  return new AppError('forbidden', 403, "You can't delete this event.")
}

const findEvent = 'select series_id, series_day::text from public.events where id = $1'
