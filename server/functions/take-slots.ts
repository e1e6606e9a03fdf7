// Signs somebody up for what an event needs without an account, second half: the button of the page behind the link confirms, swaps or
// gives back. Opening the link does nothing, so programs that follow links in mails cannot sign anybody up.
import type { Handler } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { linkedSlotForm, slotToken } from '#domain/slot-forms.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { readSlotToken } from '#messages/slot-link.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { readLinkedSlots } from './get-slots.ts'

export const shape = z.looseObject({ token: slotToken, remove: z.unknown().optional() }).transform((body, context) => {
  const { token } = body
  if (body.remove === true) return { token, remove: true as const }
  const parsed = linkedSlotForm.safeParse(body)
  if (parsed.success) return { ...parsed.data, token }
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message, input: body })
  return z.NEVER
})

export function takeSlots(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret, clock } = context
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    await limits.take({ name: 'rsvp-link-network', of: c.get('network') })
    const body = await readJson(c, shape)
    if ('remove' in body) {
      // Works as long as the sign-up is stored, whatever became of the event.
      const id = readSlotToken(body.token, linkSecret)
      if (id === null) throw new AppError('invalid_signature', 403, slotTexts.invalidLink)
      await inTransaction(pool, async (client) => {
        await client.query(lock, [id])
        await client.query('delete from public.slot_signups where id = $1', [id])
      })
      return c.json({ status: 'removed' })
    }
    const { token, amounts, name } = body
    const isGivenBack = Object.values(amounts).every((amount) => amount === 0)
    return c.json(
      await inTransaction(pool, async (client) => {
        const { id } = await readLinkedSlots(context, client, token)
        await translateDatabaseErrors(client.query(place, [id, JSON.stringify(amounts), name, clock.now()]), sentences)
        return isGivenBack ? { status: 'removed' } : readLinkedSlots(context, client, token)
      }),
    )
  }
}

const lock = 'select private.lock_slots(s.event_id) from public.slot_signups s where s.id = $1'

const place = 'select private.place_slots($1, $2, $3, $4)'

const sentences = { forbidden: slotTexts.failed, invalid: slotTexts.failed }
