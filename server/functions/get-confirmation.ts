import * as z from 'zod'
import { confirmationBody } from '#domain/confirmations.ts'
import { tokenHash } from '#messages/signatures.ts'
import { refuse } from './confirm-contact-subscription.ts'
import { endpoint } from './endpoint.ts'

const calendar = z.object({ id: z.guid(), name: z.string() })

export const getConfirmation = endpoint({
  summary: 'What the link of a confirmation is about.',
  who: ['anyone'],
  methods: ['GET', 'POST'],
  body: confirmationBody,
  answer: z.object({ status: z.literal('pending'), calendar, calendars: z.array(calendar).optional() }),
  limits: ['confirm-network'],
  run:
    ({ pool, clock }) =>
    async ({ c, body }) => {
      const { token } = body
      const { rows } = await pool.query(find, [tokenHash(token)])
      const found = rows.find((row) => row.is_linked) ?? rows[0]
      if (!found) return refuse(c, 'not_found')
      if (found.expires_at <= clock.now()) return refuse(c, 'expired')
      const calendars = rows.map(({ calendar_id: id, name }) => ({ id, name }))
      return {
        status: 'pending' as const,
        calendar: { id: found.calendar_id, name: found.name },
        ...(calendars.length > 1 ? { calendars } : {}),
      }
    },
})

const find = `
  select p.calendar_id, c.name, p.expires_at, p.token_hash = $1 as is_linked
  from public.pending_contact_confirmations p
  join public.calendars c on c.id = p.calendar_id
  where (p.token_hash = $1 or p.group_id = (
    select one.group_id from public.pending_contact_confirmations one where one.token_hash = $1
  )) and p.used_at is null and not c.disabled
  order by c.id`
