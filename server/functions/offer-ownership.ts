// Offers a calendar to one of its members. With the password: a copied token must not give a calendar away.
import type { Handler } from 'hono'
import * as z from 'zod'
import { existingPassword } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import { type ProofContext, requirePassword } from '#server/http/proof.ts'
import type { FunctionContext } from './context.ts'
import { translateDatabaseErrors } from './database-errors.ts'

export const shape = z.object({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  user_id: z.guid('user_id must be the id of a member'),
  password: existingPassword.nullish(),
})

export function offerOwnership(
  context: Pick<FunctionContext, 'pool' | 'linkSecret'> & Pick<ProofContext, 'passwords'>,
): Handler<IdentityVariables> {
  const { pool, linkSecret, passwords } = context
  return async (c) => {
    const { userId } = c.get('identity')
    if (!userId) throw new AppError('no_authorization', 401, 'Please sign in first.')
    const { calendar_id, user_id, password } = await readJson(c, shape)
    const limits = createLimits({ pool, secret: linkSecret })
    await requirePassword({ pool, passwords, limits }, { id: userId }, password)
    const offered = pool.query('select private.offer_calendar($1, $2, $3)', [calendar_id, userId, user_id])
    await translateDatabaseErrors(offered, {
      forbidden: 'Only the owner can transfer a calendar.',
      invalid: 'This calendar cannot be offered.',
    })
    return c.json({ offered: true })
  }
}
