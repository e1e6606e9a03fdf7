// The opt-out page. Anybody may ask, without a link from a mail and without an account, because the law wants one page that
// simply works; what that could be misused for is bounded here and undone by mail. With the link of a mail it stops texts too, to the
// number that came with the address.
import type { Handler } from 'hono'
import * as z from 'zod'
import { optOutForm, optOutToken } from '#domain/opt-out.ts'
import { type OptOutChannel, type OptOutOutcome, optOutChannels, optOutReasons } from '#domain/opt-out-choices.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { provesOptOut } from '#messages/mail-links.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { companionOf, hasPush, type OptOut, stopTexts, writeOptOut } from './opt-outs.ts'
import { shortened } from './preferences.ts'

export const shape = z.preprocess(
  (body: Record<string, unknown>) => ({ ...body, calendarId: body.calendar_id ?? body.calendarId }),
  optOutForm.extend({
    t: optOutToken.nullish().catch(undefined),
    channels: z
      .array(z.enum(optOutChannels, optOutTexts.noChannel), optOutTexts.noChannel)
      .min(1, optOutTexts.noChannel)
      .optional(),
    reason: z.enum(optOutReasons).nullish().catch(undefined),
  }),
)

export function optOut(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    const { email, calendarId, t, reason, channels = optOutChannels } = await readJson(c, shape)
    // A damaged token is no token: the person behind it still wants to be left alone.
    const signed = t ? provesOptOut(t, { linkSecret, calendarId, email }) : false
    if (!signed) await limits.take({ name: 'opt-out-network', of: c.get('network') })
    const request: OptOut = { calendarId, email, source: signed ? 'link' : 'form' }
    // Without a link nothing is known of a number, so the button is about emails.
    const status = !signed || channels.includes('email') ? await writeOptOut(context, request) : 'success'
    const outcome = signed ? await stopOthers(context, request, channels) : unsigned
    // Said a moment later, with the link that unsubscribed.
    if (signed && reason) await pool.query(sayWhy, [calendarId, email, reason])
    return c.json({ status, message: optOutTexts[status], ...outcome })
  }
}

const unsigned: OptOutOutcome = { email: 'stopped', sms: null, phone: null, push: null }

async function stopOthers(
  context: FunctionContext,
  request: OptOut,
  channels: readonly OptOutChannel[],
): Promise<OptOutOutcome> {
  const found = await companionOf(context, request)
  if (found && channels.includes('sms')) await stopTexts(context, request)
  return {
    email: channels.includes('email') ? 'stopped' : 'continues',
    sms: !found ? null : channels.includes('sms') || !found.is_texted ? 'stopped' : 'continues',
    phone: found && shortened(found.phone),
    push: (await hasPush(context, request)) ? 'continues' : null,
  }
}

const sayWhy = `update public.opt_outs set reason = $3 where calendar_id = $1 and email = $2 and source = 'link'`
