import * as z from 'zod'
import { inTransaction, runScoped } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { isTextable } from '#domain/phones.ts'
import { endpoint } from './endpoint.ts'
import { askForYes, notTextable } from './request-sms-confirmation.ts'

const shape = z.object({ contact_id: z.guid('contact_id must be the id of a contact') })

export const askPhone = endpoint({
  summary: 'Asks a contact by text to confirm.',
  who: ['signed in'],
  body: shape,
  answer: z.object({ status: z.enum(['asked', 'open']) }),
  limits: [],
  limitsInside: ['confirmation-text', 'confirmation-text-owner'],
  run: (context) => {
    const { pool } = context

    return async ({ body, identity }) => {
      const { contact_id: contactId } = body
      // As the caller: people who are not admins find no row.
      const rows = await runScoped(pool, { ...identity, readOnly: true }, { text: findPhone, values: [contactId] })
      const [phone, isPaused] = rows[0] ?? []
      if (!phone) throw new AppError('not_found', 404, "This phone number isn't on the list, or has confirmed already.")
      if (!isTextable(phone)) throw notTextable()
      if (isPaused === 't') throw new AppError('sending_paused', 409, 'Sending for this calendar is paused.')
      const status = await inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(hasConfirmed, [identity.userId])
        if (!rowCount) throw new AppError('email_not_confirmed', 403, 'Please confirm your email address first.')
        const answer = await askForYes(context, client, { contactId, phone })
        // Undoes the question, which nobody was asked.
        if (answer === 'stopped')
          throw new AppError('recipient_suppressed', 409, 'This number replied STOP. Only its owner can change that.')
        return answer
      })
      return { status }
    }
  },
})

const findPhone = `
  select k.normalised, c.sending_paused_at is not null
  from public.calendar_contacts k join public.calendars c on c.id = k.calendar_id
  where k.id = $1 and k.contact_type = 'phone' and k.confirmed_at is null and not c.disabled`

const hasConfirmed = 'select from auth.users where id = $1 and email_confirmed_at is not null'
