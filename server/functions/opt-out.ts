// The opt-out page. Anybody may ask, without a link from a mail and without an account, because the law wants one page that
// simply works; what that could be misused for is bounded here and undone by mail.
import type { Handler } from 'hono'
import * as z from 'zod'
import { optOutForm, optOutToken } from '#domain/opt-out.ts'
import { optOutReasons } from '#domain/opt-out-choices.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { provesOptOut } from '#messages/mail-links.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { writeOptOut } from './opt-outs.ts'

export const shape = z.preprocess(
  (body: Record<string, unknown>) => ({ ...body, calendarId: body.calendar_id ?? body.calendarId }),
  optOutForm.extend({
    t: optOutToken.nullish().catch(undefined),
    reason: z.enum(optOutReasons).nullish().catch(undefined),
  }),
)

export function optOut(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    const { email, calendarId, t, reason } = await readJson(c, shape)
    // A damaged token is no token: the person behind it still wants to be left alone.
    const signed = t ? provesOptOut(t, { linkSecret, calendarId, email }) : false
    if (!signed) await limits.take({ name: 'opt-out-network', of: c.get('network') })
    const status = await writeOptOut(context, { calendarId, email, source: signed ? 'link' : 'form' })
    // Said a moment later, with the link that unsubscribed.
    if (signed && reason) await pool.query(sayWhy, [calendarId, email, reason])
    return c.json({ status, message: optOutTexts[status] })
  }
}

const sayWhy = `update public.opt_outs set reason = $3 where calendar_id = $1 and email = $2 and source = 'link'`
