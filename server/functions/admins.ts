// Looking up addresses costs money or somebody's machine: it is for admins of a calendar, who write events.
import type pg from 'pg'
import { runScoped } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import type { Identity } from '#server/http/identity.ts'

/** Who asks, when they are an admin of some calendar; otherwise throws. */
export async function requireAdmin(pool: pg.Pool, identity: Identity): Promise<string> {
  if (!identity.userId) throw new AppError('no_authorization', 401, 'Please sign in first.')
  const rows = await runScoped(
    pool,
    { ...identity, readOnly: true },
    { text: administersOne, values: [identity.userId] },
  )
  if (rows[0]?.[0] !== 't') throw new AppError('forbidden', 403, 'Only calendar admins can look up addresses')
  return identity.userId
}

// As the caller, who may not look into the schema auth: hence their id as a value, and the policy beside it.
const administersOne = `
  select exists (select from public.calendar_members where user_id = $1 and role = 'admin')`
