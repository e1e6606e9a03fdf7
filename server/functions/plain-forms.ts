// Following for people without scripts: the forms of /calendar/{id}/follow and /confirm-contact, posted as browsers post forms. No
// puzzle can be solved there, so few requests a day get through. Each leads back to its page, which says what became of it.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { inTransaction } from '#database/scope.ts'
import { confirmationBody } from '#domain/confirmations.ts'
import { emailAddress } from '#domain/email-address.ts'
import { isAppError } from '#domain/errors.ts'
import { languages } from '#domain/languages.ts'
import { type PlainState, plainFollowPath } from '#domain/plain-follow.ts'
import { isUuid } from '#domain/uuid.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { createLimits } from '#server/http/limits.ts'
import { ownOrigin } from '#server/http/own-origin.ts'
import { hasProved, proveAddress } from '#server/http/proved-addresses.ts'
import { tooLarge } from '#server/http/url-table.ts'
import { confirmLink } from './confirm-contact-subscription.ts'
import type { FunctionContext } from './context.ts'
import { askToFollow } from './send-contact-confirmation.ts'
import { networkTakes } from './unasked-mails.ts'

type PlainFormsOptions = FunctionContext & { allowedOrigins: string[] }

export function createPlainForms(context: PlainFormsOptions) {
  const { pool, linkSecret, allowedOrigins } = context
  const limits = createLimits({ pool, secret: linkSecret })
  const small = bodyLimit({ maxSize: 16 * 1024, onError: tooLarge })

  return new Hono<IdentityVariables>()
    .post('/calendar/:id/follow', small, ownOrigin(allowedOrigins), async (c) => {
      const calendarId = c.req.param('id')
      if (!isUuid(calendarId)) return c.notFound()
      const state = await stateOf(() => follow(c, calendarId))
      return c.redirect(plainFollowPath(calendarId, state), 303)
    })
    .post('/confirm-contact', small, async (c) => {
      const state = await stateOf(async () => {
        await limits.take({ name: 'confirm-network', of: c.get('network') })
        const { token } = await fieldsOf(c)
        const body = confirmationBody.safeParse({ token })
        const result = body.success ? await confirmLink(context, body.data.token) : 'not_found'
        if (typeof result === 'string') return result
        proveAddress(context, c, result.email)
        return 'confirmed'
      })
      return c.redirect(`/confirm-contact?state=${state}`, 303)
    })

  async function follow(c: Context<IdentityVariables>, calendarId: string): Promise<PlainState> {
    const fields = await fieldsOf(c)
    // A field that only robots fill in.
    if (fields.website) return 'sent'
    const email = emailAddress.safeParse(fields.email)
    if (!email.success) return 'invalid'
    const network = c.get('network')
    await limits.take(...networkTakes('follow', network), { name: 'plain-follow-network', of: network })
    await limits.take({ name: 'plain-follow-calendar', of: calendarId.toLowerCase() })
    const request = {
      calendarId,
      email: email.data,
      phone: null,
      language: languages.find((language) => language === fields.language) ?? 'en',
      wait: false,
      again: false,
      isProved: hasProved(context, c, email.data),
      network,
      userAgent: c.req.header('user-agent')?.slice(0, 512) ?? null,
    }
    return inTransaction(pool, (client) => askToFollow(context, client, request))
  }
}

async function fieldsOf(c: Context): Promise<Record<string, unknown>> {
  return c.req.parseBody().catch(() => ({}))
}

async function stateOf<State>(act: () => Promise<State>): Promise<State | 'limited' | 'failed'> {
  try {
    return await act()
  } catch (error) {
    if (!isAppError(error)) throw error
    return error.status === 429 ? 'limited' : 'failed'
  }
}
