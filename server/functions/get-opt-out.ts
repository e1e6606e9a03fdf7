// What the opt-out page shows first: the address and the calendar that a mail's link holds, and the end of the number that is texted too. By POST, so that the token stands in no log; it
// changes nothing.
import type { Handler } from 'hono'
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { optOutToken } from '#domain/opt-out.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { readOptOutToken } from '#messages/mail-links.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import type { FunctionContext } from './context.ts'
import { companionOf } from './opt-outs.ts'
import { shortened } from './preferences.ts'

export const shape = z.object({ token: optOutToken })

export function getOptOut({
  pool,
  linkSecret,
}: Pick<FunctionContext, 'pool' | 'linkSecret'>): Handler<IdentityVariables> {
  return async (c) => {
    const { token } = await readJson(c, shape)
    const found = readOptOutToken(token, linkSecret)
    if (found === null) throw new AppError('invalid_signature', 403, preferenceTexts.invalidLink)
    const companion = await companionOf({ pool }, found)
    const phone = companion?.is_texted ? shortened(companion.phone) : null
    return c.json({ email: found.email, calendar_id: found.calendarId, phone })
  }
}
