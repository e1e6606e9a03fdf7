// Gives the answer that a calendar program has mailed. Only confirmed answers are invited; a reply to an invitation that has changed since
// counts for nothing. The program may reply by itself to whatever it gets, so a reply is mailed about only if it changed something.
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import type { RsvpState } from '#domain/rsvp-answers.ts'
import type { RsvpReply } from '#messages/read-rsvp-reply.ts'
import { createLimits, type Take } from '#server/http/limits.ts'

export async function hasAnswer(pool: pg.Pool, answerId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from public.rsvp_answers where id = $1 and confirmed_at is not null', [
    answerId,
  ])
  return rowCount === 1
}

export type ReplyTo = { pool: pg.Pool; linkSecret: string; answerId: string; now: Date }

/** Returns what became of it; null: nothing, there is no such answer, it had too many replies today, or the event takes none any more. */
export async function recordRsvpReply(to: ReplyTo, reply: RsvpReply): Promise<RsvpState | null> {
  const { pool, linkSecret, answerId, now } = to
  const { email, uid, sequence, answer } = reply
  try {
    return await inTransaction(pool, async (client) => {
      const isWithin = (name: Take['name']) => isAllowed(client, linkSecret, { name, of: answerId })
      const { rows } = await client.query(findAnswer, [answerId, email, uid, sequence])
      const [found] = rows
      if (!found || !(await isWithin('rsvp-reply'))) return null
      const values = [answerId, answer, found.party, found.name, found.reply, now]
      const placed = await client.query<{ state: RsvpState }>(place, values)
      const state = placed.rows[0]?.state ?? null
      // Their calendar program says that they come.
      if (state === 'waiting' && !found.waits && (await isWithin('rsvp-reply-mail'))) {
        await client.query(queueMail, [answerId])
      }
      return state
    })
  } catch (error) {
    if (takesNone.includes((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

async function isAllowed(client: pg.PoolClient, secret: string, take: Take): Promise<boolean> {
  try {
    await createLimits({ pool: client, secret }).take(take)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false
    throw error
  }
}

/** Closed, too few places for the party, or deleted this moment. */
const takesNone = ['TB050', 'TB051', 'P0002']

const findAnswer = `
  select a.party, a.name, a.reply, a.waiting_since is not null as waits
  from public.rsvp_answers a
  join public.events e on e.id = a.event_id
  join public.calendars c on c.id = a.calendar_id and not c.disabled
  where a.id = $1 and a.email = $2 and e.uid = $3 and coalesce($4::integer, e.sequence) >= e.sequence and a.confirmed_at is not null`

const place = 'select private.place_answer($1, $2, $3, $4, $5, $6) as state'

const queueMail = `select private.send_letter('rsvps/waiting', json_build_object('answer', $1::uuid))`
