// A second factor: an app that shows a code. Enrolling gives its secret, once; it counts from the first right code on.
import { randomUUID } from 'node:crypto'
import type { Handler } from 'hono'
import { renderSVG } from 'uqr'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { isOneLine } from '#domain/characters.ts'
import { PRODUCT_NAME } from '#domain/company.ts'
import { AppError } from '#domain/errors.ts'
import { proofFields } from '#server/http/proof.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { requireRecentProof } from './recent-proof.ts'
import { seal } from './sealed.ts'
import { lockPerson, ownFactor, requireFreshCode } from './second-step.ts'
import { turnOff } from './second-step-off.ts'
import { currentSession } from './sessions.ts'
import { base32, newSecret, otpauthUri } from './totp.ts'

const NAME_MAX = 100
const name = (label: string) =>
  z
    .string(`${label} must be text`)
    .trim()
    .max(NAME_MAX, `${label} must be at most ${NAME_MAX} characters long`)
    .refine(
      (text) => text.isWellFormed() && isOneLine(text) && !text.includes('\0'),
      `${label} must be one line of text`,
    )
    .nullish()
    .transform((text) => text || undefined)

const shape = z.object({
  factor_type: z.literal('totp', 'factor_type must be totp'),
  friendly_name: name('The name of a factor'),
  issuer: name('The issuer'),
  ...proofFields,
})

export function enrolFactor(context: AuthContext): Handler<AuthEnv> {
  const { pool, limits, linkSecret, clock } = context
  return async (c) => {
    const session = await currentSession(context, c)
    const { friendly_name, issuer = PRODUCT_NAME, password, nonce, passkey } = await readBody(c, shape)
    await requireRecentProof(context, session, { password, nonce, passkey })
    await limits.take({ name: 'factor', of: session.id })
    const [id, secret] = [randomUUID(), newSecret()]
    const { rowCount } = await pool.query(enrol, [
      id,
      session.id,
      friendly_name ?? null,
      seal(linkSecret, id, secret),
      clock.now(),
    ])
    if (rowCount === 0)
      throw new AppError('too_many_enrolled_mfa_factors', 422, 'Two-step sign-in is already on. Turn it off first.')
    const uri = otpauthUri({ issuer, account: session.email, secret: base32(secret) })
    return c.json({ id, type: 'totp', friendly_name, totp: { qr_code: qrCode(uri), secret: base32(secret), uri } })
  }
}

/** Colours by name: clients put the picture into a data: address, where # would end it. */
const qrCode = (uri: string) => renderSVG(uri, { ecc: 'L', border: 4, whiteColor: 'white', blackColor: 'black' })

export function unenrolFactor(context: AuthContext): Handler<AuthEnv> {
  const { pool, log, clock } = context
  return async (c) => {
    const session = await currentSession(context, c)
    const factor = await ownFactor(context, session, c.req.param('id'))
    if (factor.verified_at) requireFreshCode(context, session)
    await inTransaction(pool, async (client) => {
      await client.query(lockPerson, [session.id])
      const { rows } = await client.query<{ counted: boolean }>(remove, [factor.id, session.id])
      if (rows[0]?.counted) await client.query(turnOff, [session.id, clock.now()])
    })
    if (factor.verified_at) log.info({ userId: session.id }, 'second step turned off')
    return c.json({ id: factor.id })
  }
}

// One per person. Enrolling again replaces the secret, until the first code was verified.
const enrol = `
  insert into auth.second_factors as f (id, user_id, friendly_name, sealed_secret, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5)
  on conflict (user_id) do update set
    id = excluded.id, friendly_name = excluded.friendly_name, sealed_secret = excluded.sealed_secret,
    created_at = excluded.created_at, updated_at = excluded.updated_at, last_step = 0
  where f.verified_at is null`

const remove = `
  delete from auth.second_factors where id = $1 and user_id = $2 returning verified_at is not null as counted`
