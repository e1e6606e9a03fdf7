// /opt-out/one-click: the unsubscribe button of mail programs (RFC 8058). They send a POST without cookies, without our key
// and without a person; no redirect, and a GET changes nothing, because link scanners send those.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod'
import { emailAddress } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { DIGEST_OPT_OUT, optOutLink, signatureMatches } from '#messages/links.ts'
import { preferencesLink } from '#messages/preferences-link.ts'
import type { FunctionContext } from './context.ts'
import { writeOptOut } from './opt-outs.ts'
import { readPreferences } from './preferences.ts'

/** For the path /opt-out/one-click. */
export function createOneClick(context: FunctionContext): Hono {
  const { siteUrl, linkSecret } = context
  return new Hono()
    .use(bodyLimit({ maxSize: 16 * 1024, onError: tooLarge }))
    .post('/', async (c) => {
      const { calendarId, email } = subscriptionOf(c, linkSecret)
      await requireOneClick(c)
      const calendars = calendarId === null ? await calendarsOfDigest(context, email) : [calendarId]
      for (const id of calendars) await writeOptOut(context, { calendarId: id, email, source: 'one_click' })
      return c.text(optOutTexts.success, 200, { 'cache-control': 'no-store' })
    })
    .get('/', (c) => {
      const { calendarId, email } = subscriptionOf(c, linkSecret)
      c.header('referrer-policy', 'no-referrer')
      const page =
        calendarId === null
          ? preferencesLink({ siteUrl, linkSecret, address: email, now: context.clock.now() })
          : optOutLink({ siteUrl, linkSecret, calendarId, email })
      return c.redirect(page, 303)
    })
    .all('*', () => {
      throw new AppError('method_not_allowed', 405, 'This address answers POST only')
    })
}

const query = z.object({
  /** None: of the digest, which is of several calendars. */
  c: z.tuple([z.guid()]).optional(),
  e: z
    .tuple([z.base64url()])
    .transform(([wrapped]) => Buffer.from(wrapped, 'base64url').toString())
    .pipe(emailAddress),
  t: z.tuple([z.string().max(200)]),
})

/** Exactly one of each: with two addresses it would be open which one was signed. */
function subscriptionOf(c: Context, linkSecret: string): { calendarId: string | null; email: string } {
  const parsed = query.safeParse(c.req.queries())
  if (!parsed.success) throw new AppError('validation_failed', 400, 'This unsubscribe link is incomplete')
  const { c: calendars, e: email, t } = parsed.data
  const [calendarId] = calendars ?? [null]
  const signed = calendarId === null ? [DIGEST_OPT_OUT, email] : ['opt-out', calendarId.toLowerCase(), email]
  const [purpose = '', ...parts] = signed
  if (!signatureMatches(t[0], linkSecret, purpose, ...parts))
    throw new AppError('invalid_signature', 403, 'This unsubscribe link is not valid')
  return { calendarId, email }
}

async function calendarsOfDigest(context: FunctionContext, email: string): Promise<string[]> {
  const { calendars } = await readPreferences(context, context.pool, email)
  return calendars.filter(({ choice }) => choice.timing === 'digest').map(({ id }) => id)
}

async function requireOneClick(c: Context): Promise<void> {
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
  if (form['List-Unsubscribe'] !== 'One-Click')
    throw new AppError('validation_failed', 400, 'The body must be List-Unsubscribe=One-Click')
}

function tooLarge(): never {
  throw new AppError('payload_too_large', 413, 'The body is too large')
}
