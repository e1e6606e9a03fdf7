// Verifies the code of a second factor. The first correct one turns the second step on and ends every other session, because
// those were opened with the password alone. Its mail can undo that: whoever turned it on may have been a thief.
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { languageOf, newLink, queueLetter, queueNotice } from './account-links.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { checkChallenge } from './factor-challenge.ts'
import { unseal } from './sealed.ts'
import { codeTakes, type Factor, lockPerson, ownFactor, takeSecondStep } from './second-step.ts'
import { anySession, type SessionBody, type SessionRow } from './sessions.ts'
import { stepOfCode } from './totp.ts'

const shape = z.object({
  challenge_id: z.string('challenge_id is required').max(200, 'challenge_id is too long'),
  /** People copy the space that apps show in the middle. */
  code: z
    .string('code is required')
    .max(100, 'code is too long')
    .transform((code) => code.replaceAll(/\s/g, '')),
})

export function verifyFactor(context: AuthContext): Handler<AuthEnv> {
  const { limits } = context
  return async (c) => {
    const session = await anySession(context, c)
    const { challenge_id, code } = await readBody(c, shape)
    const factor = await ownFactor(context, session, c.req.param('id'))
    checkChallenge(context, challenge_id, factor.id, session)
    const takes = codeTakes(session)
    await limits.take(...takes)
    const step = stepOfGiven(context, factor, code)
    if (step === undefined) throw new AppError('mfa_verification_failed', 422, accountTexts.codeWrong)
    const body = await inTransaction(context.pool, (client) => takeCode(context, client, session, factor, step))
    await limits.forget(...takes)
    return c.json(body)
  }
}

function stepOfGiven({ linkSecret, clock, log }: AuthContext, factor: Factor, code: string): number | undefined {
  const secret = unseal(linkSecret, factor.id, factor.sealed_secret)
  if (!secret)
    log.error({ factorId: factor.id }, 'the secret of a second factor cannot be read: LINK_SECRET has changed')
  return secret && stepOfCode(secret, code, clock.now())
}

async function takeCode(
  context: AuthContext,
  client: pg.PoolClient,
  session: SessionRow,
  factor: Factor,
  step: number,
): Promise<SessionBody> {
  const { clock, log } = context
  const { rows } = await client.query<{ second_factor_since: Date | null }>(lockPerson, [session.id])
  // The second of two concurrent requests with the same code finds its half minute used.
  const { rowCount } = await client.query(useStep, [factor.id, session.id, step, clock.now()])
  if (rowCount === 0) throw new AppError('mfa_verification_failed', 422, accountTexts.codeUsed)
  if (rows[0]?.second_factor_since === null) {
    const { id, hash, now, expires } = newLink(context)
    await client.query(turnOn, [session.id, now])
    const target = context.redirects.allowed(undefined, 'two_step_undo')
    // A statement of its own: it must see a session that was opened while the first one waited.
    await client.query(endOthers, [session.id, session.session_id])
    // Without a password, the mailbox alone would undo what protects the account from its reader.
    if (session.has_password)
      await client.query(mailUndo, [session.id, id, hash, target, now, expires('two_step_undo')])
    else await client.query(`select 1 from ${queueNotice('two-step-on-for-good', '$1')}`, [session.id])
    log.info({ userId: session.id }, 'second step turned on')
  }
  return takeSecondStep(context, client, session, 'totp')
}

const useStep = `
  update auth.second_factors set last_step = $3, verified_at = coalesce(verified_at, $4), updated_at = $4
  where id = $1 and user_id = $2 and last_step < $3`

const turnOn = 'update auth.users set second_factor_since = $2, updated_at = $2 where id = $1'

const endOthers = 'delete from auth.sessions where user_id = $1 and id <> $2'

const mailUndo = `
  with link as (
    insert into auth.one_time_tokens (id, user_id, kind, token_hash, redirect_to, created_at, expires_at, encrypted_password)
    select $2, id, 'two_step_undo', $3, $4, $5, $6, encrypted_password from auth.users where id = $1
  )
  select 1 from ${queueLetter("'two-step-on'", "'link', $2::uuid", '$1::uuid', languageOf('$1::uuid'))}`
