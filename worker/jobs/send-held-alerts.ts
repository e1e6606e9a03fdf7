// Sends alerts whose ten seconds are over, as the person who wrote them. Each alert queues its own run; the one of every minute finds what
// a stopped worker left behind.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import type { Clock } from '#runtime/clock.ts'

const payloadSchema = z.object({ id: z.uuid().optional() })

export function sendHeldAlerts({ pool, clock }: { pool: pg.Pool; clock: Clock }): Task {
  return async (payload) => {
    // The queue ran this one on time by the database's clock: the worker's may be slow.
    const { id = null } = payloadSchema.parse(payload ?? {})
    const { rows: due } = await pool.query<Held>(findDue, [clock.now(), id])
    for (const held of due) await send(pool, clock.now(), held)
  }
}

interface Held {
  id: string
  created_by: string
}

/** Sends one alert in its own transaction: one that is refused holds up no other. */
async function send(pool: pg.Pool, now: Date, { id, created_by }: Held): Promise<void> {
  const claims = JSON.stringify({ sub: created_by, role: 'authenticated' })
  const scope = { role: 'authenticated', claims, session: null, settings: eventWrite({ now }) }
  try {
    await inTransaction(pool, (client) => client.query('select public.send_held_alert($1)', [id]), scope)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await pool.query(refuse, [id, error.message.slice(0, 500)])
  }
}

/** Ours, a missing right, or data that cannot be. Anything else, such as a lock or a lost connection, is tried again. */
function isRefusal(error: unknown): error is pg.DatabaseError {
  return /^(TB|42501|22|23)/.test((error as pg.DatabaseError).code ?? '')
}

const findDue = `
  select h.id, h.created_by from public.held_alerts h
  where h.state = 'waiting' and (h.id = $2 or $2 is null and h.due_at <= $1)
  order by h.due_at, h.id`

/** What was sent or taken back meanwhile stays so. Whoever wrote it may have closed the screen, so they are mailed. */
const refuse = `
  with refused as (
    update public.held_alerts set state = 'refused', problem = $2 where id = $1 and state = 'waiting' returning id
  )
  select private.send_letter('sending/alert-refused', json_build_object('held', refused.id)) from refused`
