// The maps key goes only to people who can use it: admins of some calendar, who look up addresses of events (H31).
import type { Handler } from 'hono'
import type pg from 'pg'
import { runScoped } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import type { IdentityVariables } from '#server/http/identity.ts'

export type MapsKeyOptions = { pool: pg.Pool; mapsKey: string | undefined }

export function mapsKey({ pool, mapsKey }: MapsKeyOptions): Handler<IdentityVariables> {
  return async (c) => {
    const identity = c.get('identity')
    if (!identity.userId) throw new AppError('no_authorization', 401, 'Sign in first')
    const rows = await runScoped(
      pool,
      { ...identity, readOnly: true },
      { text: administersOne, values: [identity.userId] },
    )
    if (rows[0]?.[0] !== 't') throw new AppError('forbidden', 403, 'Only admins of a calendar can look up addresses')
    if (mapsKey === undefined) throw new AppError('not_found', 404, 'Address look-up is not set up here')
    return c.json({ apiKey: mapsKey })
  }
}

const administersOne = `
  select exists (select from public.calendar_members where user_id = $1 and role = 'admin')`
