// What the preference page shows first. By POST, so that the link's token stands in no log; it changes nothing.
import type { Handler } from 'hono'
import * as z from 'zod'
import { preferencesToken } from '#domain/preferences.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { addressOf, readPreferences } from './preferences.ts'

export const shape = z.object({ token: preferencesToken })

export function getPreferences(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    await limits.take({ name: 'preferences-network', of: c.get('network') })
    const { token } = await readJson(c, shape)
    return c.json(await readPreferences(context, pool, addressOf(token, context)))
  }
}
