// /opt-out/one-click: the unsubscribe button of mail programs (RFC 8058). They send a POST without cookies, without our key
// and without a person; no redirect, and a GET changes nothing, because link scanners send those.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod'
import { emailAddress } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { optOutToken } from '#domain/opt-out.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { optOutLink, pageAddress, provesMove, provesOptOut, readOptOutToken } from '#messages/mail-links.ts'
import { addressInToken } from '#messages/preferences-link.ts'
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
      const calendars = calendarId === undefined ? await calendarsOfDigest(context, email) : [calendarId]
      for (const id of calendars) await writeOptOut(context, { calendarId: id, email, source: 'one_click' })
      return c.text(optOutTexts.success, 200, { 'cache-control': 'no-store' })
    })
    .get('/', (c) => {
      const { calendarId, email, token } = subscriptionOf(c, linkSecret)
      c.header('referrer-policy', 'no-referrer')
      const page =
        calendarId === undefined
          ? pageAddress(siteUrl, '/preferences', { p: token })
          : optOutLink({ siteUrl, linkSecret, calendarId, email })
      return c.redirect(page, 303)
    })
    .all('*', () => {
      throw new AppError('method_not_allowed', 405, 'This address answers POST only')
    })
}

const ofCalendar = z.strictObject({ t: z.tuple([optOutToken]) })
/** An earlier link, signed and not sealed. Exactly one of each: with two addresses it would be open which one was signed. */
const ofCalendarBefore = z.object({
  c: z.tuple([z.guid()]),
  e: z
    .tuple([z.base64url()])
    .transform(([wrapped]) => Buffer.from(wrapped, 'base64url').toString())
    .pipe(emailAddress),
  t: z.tuple([z.string().max(200)]),
})
const ofDigest = z.strictObject({ p: z.tuple([z.string().max(1000)]) })

/** A digest is of several calendars. Its token opens the preferences page too, until it expires. */
type Subscription = { email: string } & ({ calendarId: string; token?: never } | { calendarId?: never; token: string })

function subscriptionOf(c: Context, linkSecret: string): Subscription {
  const queries = c.req.queries()
  const digest = ofDigest.safeParse(queries)
  if (digest.success) {
    const [token] = digest.data.p
    const email = addressInToken(token, linkSecret)
    if (email === null) throw badSignature()
    return { email, token }
  }
  const sealed = ofCalendar.safeParse(queries)
  if (sealed.success) {
    const found = readOptOutToken(sealed.data.t[0], linkSecret)
    if (found === null) throw badSignature()
    return found
  }
  const parsed = ofCalendarBefore.safeParse(queries)
  if (!parsed.success) throw new AppError('validation_failed', 400, 'This unsubscribe link is incomplete')
  const {
    c: [calendarId],
    e: email,
    t: [signed],
  } = parsed.data
  if (!provesOptOut(signed, { linkSecret, calendarId, email }) && !provesMove(signed, { linkSecret, calendarId }))
    throw badSignature()
  return { calendarId, email }
}

const badSignature = () => new AppError('invalid_signature', 403, 'This unsubscribe link is not valid')

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
