import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { SECOND_THOUGHT_MS, UNDO_LIFETIME_MS } from '#domain/limits.ts'
import { optOutToken } from '#domain/opt-out.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { readOptOutToken, readUndoToken } from '#messages/mail-links.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'

const shape = z.object({ token: optOutToken })

export const undoOptOut = endpoint({
  summary: 'Takes an opt-out back, by the token of its link.',
  who: ['anyone'],
  body: shape,
  answer: z.object({
    status: z.literal('undone'),
    message: z.string(),
    calendar: z.object({ id: z.guid(), name: z.string() }),
  }),
  limits: ['confirm-network'],
  run:
    (context) =>
    async ({ c, body }) => {
      const { token } = body
      const calendar = await takeBack(context, token)
      if (calendar) return { status: 'undone' as const, message: optOutTexts.undone, calendar }
      return c.json({ status: 'not_found', error: optOutTexts.undoNotFound, code: 'not_found' }, 404)
    },
})

async function takeBack({ pool, linkSecret, clock }: FunctionContext, token: string) {
  const since = (ms: number) => new Date(clock.now().getTime() - ms)
  const id = readUndoToken(token, linkSecret)
  if (id) return (await pool.query(takeBackUnsigned, [id, since(UNDO_LIFETIME_MS)])).rows[0]
  const link = readOptOutToken(token, linkSecret)
  if (!link) return undefined
  return inTransaction(pool, async (client) => {
    const values = [link.calendarId, link.email, since(SECOND_THOUGHT_MS)]
    const { rows } = await client.query(takeBackSigned, values)
    if (rows.length > 0) await client.query(switchOn, [link.calendarId, link.email])
    const { rows: texts } = await client.query(takeBackTexts, values)
    return rows[0] ?? texts[0]
  })
}

const takeBackUnsigned = `
  delete from public.opt_outs o using public.calendars c
  where o.id = $1 and o.source = 'form' and o.created_at > $2 and c.id = o.calendar_id
  returning c.id, c.name`

const takeBackSigned = `
  delete from public.opt_outs o using public.calendars c
  where o.calendar_id = $1 and o.email = $2 and o.source = 'link' and o.created_at > $3 and c.id = o.calendar_id
  returning c.id, c.name`

/** A member who is on no list got the mail as a member, and the opt-out switched that off. */
const switchOn = `
  update public.notification_preferences p set email_notifications = true
  from auth.users u
  where p.calendar_id = $1 and p.user_id = u.id and u.email = $2 and u.email_confirmed_at is not null
    and not exists (
      select from public.calendar_contacts k
      where k.calendar_id = $1 and k.contact_type = 'email' and k.normalised = $2
    )`

const takeBackTexts = `
  update private.contact_preferences p set is_on = true
  from private.phone_companions o
  join public.calendar_contacts k on k.id = o.contact_id
  join public.calendars c on c.id = k.calendar_id
  where o.email = $2 and c.id = $1 and p.channel = 'sms' and p.address = k.normalised and p.calendar_id = c.id
    and not p.is_on and p.updated_at > $3
  returning c.id, c.name`
