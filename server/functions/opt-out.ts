import * as z from 'zod'
import { optOutForm, optOutToken } from '#domain/opt-out.ts'
import { type OptOutChannel, type OptOutOutcome, optOutChannels, optOutReasons } from '#domain/opt-out-choices.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { provesOptOut } from '#messages/mail-links.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { companionOf, hasPush, type OptOut, stopTexts, writeOptOut } from './opt-outs.ts'
import { shortened } from './preferences.ts'

const shape = z.preprocess(
  (body: Record<string, unknown>) => ({ ...body, calendarId: body.calendar_id ?? body.calendarId }),
  optOutForm.extend({
    t: optOutToken.nullish().catch(undefined),
    reason: z.enum(optOutReasons).nullish().catch(undefined),
  }),
)

const optedOut = z.object({
  status: z.enum(['success', 'already']),
  message: z.string(),
  email: z.enum(['stopped', 'continues']).nullable(),
  sms: z.enum(['stopped', 'continues']).nullable(),
  phone: z.string().nullable(),
  push: z.literal('continues').nullable(),
})

export const optOut = endpoint({
  summary: 'Stops notifications to an address.',
  who: ['anyone'],
  body: shape,
  describes: z.object({
    email: z.string(),
    calendar_id: z.guid(),
    channels: z.array(z.enum(optOutChannels)).optional(),
    t: optOutToken.nullish(),
    reason: z.enum(optOutReasons).nullish(),
  }),
  answer: optedOut,
  limits: [],
  limitsInside: ['opt-out-network', 'undo-mail', 'opt-out-said'],
  run: (context) => {
    const { pool, linkSecret } = context
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ body, network }) => {
      const { email, calendarId, t, reason, channels = optOutChannels } = body
      // A damaged token is no token: the person behind it still wants to be left alone.
      const signed = t ? provesOptOut(t, { linkSecret, calendarId, email }) : false
      if (!signed) await limits.take({ name: 'opt-out-network', of: network })
      const request: OptOut = { calendarId, email, source: signed ? 'link' : 'form' }
      // Without a link nothing is known of a number, so the button is about emails.
      const status = !signed || channels.includes('email') ? await writeOptOut(context, request) : 'success'
      const outcome = signed ? await stopOthers(context, request, channels) : unsigned
      // Said a moment later, with the link that unsubscribed.
      if (signed && reason) await pool.query(sayWhy, [calendarId, email, reason])
      return { status, message: optOutTexts[status], ...outcome }
    }
  },
})

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
