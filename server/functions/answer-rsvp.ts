// Answers "Will you be there?" without an account, second half: the button of the page behind the link confirms, changes or deletes the
// answer.
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError, sqlState } from '#domain/errors.ts'
import { type Language, languages } from '#domain/languages.ts'
import { type LinkedRsvp, linkedRsvpForm, rsvpToken } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { readRsvpToken } from '#messages/rsvp-link.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'
import { memberWith, readLinkedRsvp } from './get-rsvp.ts'
import { linkedBody, requireHolder } from './linked/link.ts'

const language = z.enum(languages, 'language must be en or es').nullish()

export const answerRsvp = endpoint({
  summary: 'Gives or changes an answer, by the token of its mail.',
  who: ['anyone'],
  body: linkedBody({ token: rsvpToken, language }, linkedRsvpForm),
  limits: ['rsvp-link-network'],
  run:
    (context) =>
    async ({ body: { token, form, language } }) => {
      const { pool, linkSecret, clock } = context
      if (!form) {
        // Works as long as the answer is stored, whatever became of the event.
        const holder = requireHolder(readRsvpToken(token, linkSecret), rsvpTexts)
        if ('answerId' in holder) await pool.query('delete from public.rsvp_answers where id = $1', [holder.answerId])
        else await pool.query(removeOfAddress, [holder.eventId, holder.email])
        return { status: 'removed' }
      }
      return inTransaction(pool, async (client) => {
        const found = await readLinkedRsvp(context, client, token)
        const id = found.id ?? (await addAnswer(client, found, language ?? 'en'))
        const values = [id, form.answer, form.party, form.name, form.reply, clock.now()]
        await translateDatabaseErrors(client.query(place, values), sentences)
        await client.query(queueInvitation, [id])
        return readLinkedRsvp(context, client, token)
      })
    },
})

/** The first answer by the link of a mail about the event: that it came to the address is proof enough. */
async function addAnswer(client: pg.PoolClient, { event, email, name }: LinkedRsvp, language: Language) {
  await client.query('select private.lock_rsvp($1)', [event.id])
  const { rows } = await client.query<{ id: string }>(insertAnswer, [event.id, email, name, language])
  if (!rows[0]) throw new AppError(sqlState('TB052'), 400, rsvpTexts.tooMany)
  return rows[0].id
}

const removeOfAddress =
  'delete from public.rsvp_answers where event_id = $1 and email = $2 and confirmed_at is not null'

const insertAnswer = `
  insert into public.rsvp_answers as a (event_id, calendar_id, user_id, email, name, answer, language)
  select e.id, e.calendar_id, (${memberWith('$2', 'e.calendar_id')}), $2, $3, 'no', $4
  from public.events e
  where e.id = $1 and (
    select count(*) from public.rsvp_answers o where o.event_id = e.id
  ) < private.rsvp_answer_limit()
  on conflict (event_id, email) do update set user_id = coalesce(a.user_id, excluded.user_id), language = excluded.language
  returning a.id`

// Once for each answer, and not to those who don't come; a waiting one is invited when it gets a place.
const queueInvitation = `
  select private.send_letter('rsvps/confirmed', json_build_object('answer', a.id))
  from public.rsvp_answers a
  where a.id = $1 and a.answer <> 'no' and a.waiting_since is null and a.invited_at is null`

const place = 'select private.place_answer($1, $2, $3, $4, $5, $6)'

const sentences = { forbidden: rsvpTexts.failed, invalid: rsvpTexts.failed }
