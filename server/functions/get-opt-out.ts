// What the opt-out page shows first: the address and the calendar that a mail's link holds. By POST, so that the token stands in no log; it
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

export const shape = z.object({ token: optOutToken })

export function getOptOut({ linkSecret }: Pick<FunctionContext, 'linkSecret'>): Handler<IdentityVariables> {
  return async (c) => {
    const { token } = await readJson(c, shape)
    const found = readOptOutToken(token, linkSecret)
    if (found === null) throw new AppError('invalid_signature', 403, preferenceTexts.invalidLink)
    return c.json({ email: found.email, calendar_id: found.calendarId })
  }
}
