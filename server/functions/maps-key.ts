// The maps key goes only to people who can use it, and seldom: a browser asks for it once a page.
import type { Handler } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { createLimits } from '#server/http/limits.ts'
import { requireAdmin } from './admins.ts'
import type { FunctionContext } from './context.ts'

export type MapsKeyOptions = Pick<FunctionContext, 'pool' | 'linkSecret'> & { mapsKey: string | undefined }

export function mapsKey({ pool, linkSecret, mapsKey }: MapsKeyOptions): Handler<IdentityVariables> {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    const userId = await requireAdmin(pool, c.get('identity'))
    if (mapsKey === undefined) throw new AppError('not_found', 404, "Address lookup isn't set up on this server")
    await limits.take({ name: 'maps-key', of: userId })
    return c.json({ apiKey: mapsKey })
  }
}
