// Gives the answer that a calendar program has mailed. Only confirmed answers are invited; a reply to an invitation that has changed since
// counts for nothing.
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import type { RsvpState } from '#domain/rsvp-answers.ts'
import type { RsvpReply } from '#messages/read-rsvp-reply.ts'

/** Returns what became of it; null: nothing, there is no such answer or the event takes none any more. */
export async function recordRsvpReply(pool: pg.Pool, reply: RsvpReply, now: Date): Promise<RsvpState | null> {
  const { answerId, email, uid, sequence, answer } = reply
  try {
    return await inTransaction(pool, async (client) => {
      const { rows } = await client.query(findAnswer, [answerId, email, uid, sequence])
      const [found] = rows
      if (!found) return null
      const values = [answerId, answer, found.party, found.name, found.reply, now]
      const placed = await client.query<{ state: RsvpState }>(place, values)
      const state = placed.rows[0]?.state ?? null
      // Their calendar program says that they come.
      if (state === 'waiting') await client.query(queueMail, [answerId])
      return state
    })
  } catch (error) {
    if (takesNone.includes((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

/** Closed, too few places for the party, or deleted this moment. */
const takesNone = ['TB050', 'TB051', 'P0002']

const findAnswer = `
  select a.party, a.name, a.reply
  from public.rsvp_answers a
  join public.events e on e.id = a.event_id
  join public.calendars c on c.id = a.calendar_id and c.deleted_at is null and not c.disabled
  where a.id = $1 and a.email = $2 and e.uid = $3 and coalesce($4::integer, e.sequence) >= e.sequence and a.confirmed_at is not null`

const place = 'select private.place_answer($1, $2, $3, $4, $5, $6) as state'

const queueMail = `
  select graphile_worker.add_job(
    'send-rsvp-mail', json_build_object('answer', $1::uuid, 'kind', 'waiting'),
    max_attempts := 12, job_key := 'send-rsvp-mail:waiting:' || $1::uuid
  )`
