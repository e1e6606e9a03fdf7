// Answers "Will you be there?" without an account, second half: the button of the page behind the link confirms, changes or deletes the
// answer. Opening the link does nothing, so programs that follow links in mails cannot answer for anybody.
import type { Handler } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { linkedRsvpForm, rsvpToken } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { readRsvpToken } from '#messages/rsvp-link.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { readLinkedRsvp } from './get-rsvp.ts'

export const shape = z.looseObject({ token: rsvpToken, remove: z.unknown().optional() }).transform((body, context) => {
  const { token } = body
  if (body.remove === true) return { token, remove: true as const }
  const parsed = linkedRsvpForm.safeParse(body)
  if (parsed.success) return { ...parsed.data, token }
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message, input: body })
  return z.NEVER
})

export function answerRsvp(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret, clock } = context
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    await limits.take({ name: 'rsvp-link-network', of: c.get('network') })
    const body = await readJson(c, shape)
    if ('remove' in body) {
      // Works as long as the answer is stored, whatever became of the event.
      const id = readRsvpToken(body.token, linkSecret)
      if (id === null) throw new AppError('invalid_signature', 403, rsvpTexts.invalidLink)
      await pool.query('delete from public.rsvp_answers where id = $1', [id])
      return c.json({ status: 'removed' })
    }
    const { token, answer, party, name, reply } = body
    return c.json(
      await inTransaction(pool, async (client) => {
        const { id } = await readLinkedRsvp(context, client, token)
        const values = [id, answer, party, name, reply, clock.now()]
        await translateDatabaseErrors(client.query(place, values), sentences)
        return readLinkedRsvp(context, client, token)
      }),
    )
  }
}

const place = 'select private.place_answer($1, $2, $3, $4, $5, $6)'

const sentences = { forbidden: rsvpTexts.failed, invalid: rsvpTexts.failed }
