// Typing the code into /operator, which somebody who is signed in with two steps does once.
import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { endpoint } from '#server/functions/endpoint.ts'
import { SECOND_STEP_NEEDED } from '#server/http/operators.ts'
import { type OperatorContext, screenAnswer } from './context.ts'
import { writeHistory } from './history.ts'
import { hashOf } from './new-code.ts'

const shape = z.object({ code: z.string('code must be a text').max(100, 'code is too long') })

export const claim = endpoint({
  summary: 'Makes the caller the operator, with the code from the log of the first start.',
  who: ['signed in'],
  body: shape,
  answer: screenAnswer,
  limits: ['operator-claim-network', 'operator-claim'],
  run:
    ({ pool, clock, log }: OperatorContext) =>
    async ({ body, identity }) => {
      const { session, userId } = identity
      // An access token for programs has no session, and cannot name anybody.
      if (!session) throw new AppError('forbidden', 403, "Access tokens can't do this")
      await inTransaction(pool, async (client) => {
        const { rows } = await client.query<Claimant>(findClaimant, [session.id, userId])
        const [person] = rows
        if (!person?.confirmed)
          throw new AppError('email_not_confirmed', 403, 'Please confirm your email address first.')
        if (!person.second_step_at) throw new AppError('insufficient_aal', 403, SECOND_STEP_NEEDED)
        await takeCode(client, body.code, clock.now())
        await client.query(insertOperator, [userId])
        await writeHistory(client, userId, { act: 'claim' })
      })
      log.warn({ userId }, 'somebody became the operator with the code')
      return { role: 'operator' }
    },
})

/** Whoever comes second waits for the row, and then finds no hash in it. Without a code the same is computed and answered. */
async function takeCode(client: pg.ClientBase, typed: string, now: Date): Promise<void> {
  const { rows } = await client.query<{ code_hash: Buffer | null; expires_at: Date }>(lockCode)
  const [stored] = rows
  const isRight = timingSafeEqual(hashOf(typed), stored?.code_hash ?? Buffer.alloc(32))
  if (!stored?.code_hash || !isRight || stored.expires_at <= now)
    throw new AppError('operator_code_wrong', 403, 'This code is wrong, was used or has expired')
  await client.query('update private.operator_codes set code_hash = null')
}

type Claimant = { confirmed: boolean; second_step_at: Date | null }

const findClaimant = `
  select u.email_confirmed_at is not null as confirmed, s.second_step_at
  from auth.users u join auth.sessions s on s.user_id = u.id
  where s.id = $1 and u.id = $2`

const lockCode = 'select code_hash, expires_at from private.operator_codes for update'

const insertOperator = `
  insert into private.operators (user_id, role) values ($1, 'operator')
  on conflict (user_id) do update set role = 'operator', named_by = null`
