import type { Handler } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { tokenHash } from '#messages/signatures.ts'
import { queueNotice } from './account-links.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { readRecoveryCode } from './recovery-codes.ts'
import { codeTakes, lockPerson, takeSecondStep } from './second-step.ts'
import { anySession } from './sessions.ts'

const shape = z.object({ code: z.string('code is required').max(100, 'code is too long') })

/** Accepts a recovery code in place of one from the app. It works once, and its owner is notified. */
export function verifyRecoveryCode(context: AuthContext): Handler<AuthEnv> {
  const { pool, limits, clock, log } = context
  return async (c) => {
    const session = await anySession(context, c)
    const { code } = await readBody(c, shape)
    const takes = codeTakes(session, 'mfa_recovery_codes_locked')
    await limits.take(...takes)
    const hash = tokenHash(readRecoveryCode(code))
    const body = await inTransaction(pool, async (client) => {
      // The second step may be turned off at this moment, and its codes with it.
      await client.query(lockPerson, [session.id])
      const { rowCount } = await client.query(useCode, [session.id, hash, clock.now()])
      if (rowCount === 0) throw new AppError('mfa_verification_failed', 422, accountTexts.recoveryCodeWrong)
      await client.query(`select 1 from ${queueNotice('recovery-code-used', '$1')}`, [session.id])
      return takeSecondStep(context, client, session, 'recovery_code')
    })
    await limits.forget(...takes)
    log.info({ userId: session.id }, 'recovery code used')
    return c.json(body)
  }
}

const useCode = `
  update auth.recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null`
