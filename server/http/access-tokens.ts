// Reads personal access tokens. Each request looks its token up, so that a revoked one is refused at once by every server.
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import { tokenHash } from '#messages/signatures.ts'
import type { Clock } from '#runtime/clock.ts'
import type { IdentifyProgram } from './identity.ts'
import { createLimits } from './limits.ts'

type Options = { pool: pg.Pool; linkSecret: string; clock: Clock }
type Found = {
  id: string
  user_id: string
  email: string
  name: string
  calendar_ids: string[] | null
  can_write: boolean
  can_see_contacts: boolean
  scopes: string[]
}

export function identifyProgram({ pool, linkSecret, clock }: Options): IdentifyProgram {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (token) => {
    const { rows } = await pool.query<Found>(findToken, [tokenHash(token), clock.now()])
    const [found] = rows
    if (!found) throw new AppError('bad_jwt', 401, 'This access token is unknown, was revoked or has expired')
    await limits.take({ name: 'program', of: found.id })
    const { user_id: userId, email, name, calendar_ids: calendars, can_write, can_see_contacts, scopes } = found
    const claims = { sub: userId, role: 'authenticated', email, token: name, ...(calendars && { calendars }) }
    return {
      role: 'authenticated',
      claims: JSON.stringify(claims),
      userId,
      session: null,
      token: { id: found.id, canWrite: can_write, canSeeContacts: can_see_contacts, scopes },
    }
  }
}

const findToken = `
  with found as (
    select t.*, u.email from auth.access_tokens t join auth.users u on u.id = t.user_id
    where t.token_hash = $1 and t.expires_at > $2
  ), used as (
    update auth.access_tokens t set last_used_at = $2 from found
    where t.id = found.id and (t.last_used_at is null or t.last_used_at < $2::timestamptz - interval '1 minute')
  )
  select id, user_id, email, name, calendar_ids, can_write, can_see_contacts, scopes from found`
