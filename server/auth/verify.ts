// The link in a mail. Opening it changes nothing, because mail scanners open every link; the page it shows posts the token
// back, and that uses it up. The official client's verifyOtp posts the same token as JSON.
import { randomBytes } from 'node:crypto'
import type { Context, Handler } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { emailAddress } from '#domain/email-address.ts'
import { AppError, isAppError } from '#domain/errors.ts'
import { LINK_COOKIE_SECONDS, LINK_WORD, linkCookieName } from '#domain/link-session.ts'
import { tokenHash } from '#messages/signatures.ts'
import { useLink } from './account-links.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { changeEmail } from './email-change.ts'
import { takeCode } from './pkce-grant.ts'
import type { LinkKind } from './redirects.ts'
import { openSession, type SessionBody } from './sessions.ts'
import { linkPage } from './verify-page.ts'

const INCOMPLETE = 'This link is incomplete'
const tokenText = z.string(INCOMPLETE).min(1, INCOMPLETE).max(200, INCOMPLETE)
/** `email` is what newer clients call the type of every mail that proves an address. */
const kind = z
  .enum(['signup', 'email', 'recovery', 'email_change'], 'Verify requires a verification type: signup or recovery')
  .transform((type): LinkKind => (type === 'email' ? 'signup' : type))

const linkShape = z.object({ token: tokenText, type: kind, redirect_to: z.string().optional() })
const otpShape = z.union([
  z.object({ token_hash: tokenText, type: kind, email: z.undefined().optional() }),
  z
    .object({ token: tokenText, type: kind, email: emailAddress })
    .transform(({ token, ...rest }) => ({ token_hash: token, ...rest })),
])

export function verifyPage(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const link = linkShape.safeParse(c.req.query()).data
    return linkPage(context, c.req.raw, link && { ...link, account: await accountOf(context, link.token) })
  }
}

/** The person the link is for. The page names them, so that somebody with another person's link can stop. */
async function accountOf({ pool, clock }: AuthContext, token: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ email: string }>(findAccount, [tokenHash(token), clock.now()])
  return rows[0]?.email
}

export function verify(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    if (isForm(c)) return followLink(context, c)
    const { token_hash: token, type, email } = await readBody(c, otpShape)
    if (type !== 'email_change') return c.json(await consume(context, c, token, type, email))
    await changeEmail(context, token)
    return c.json({ code: 200, msg: 'Email address changed' })
  }
}

async function followLink(context: AuthContext, c: Context<AuthEnv>): Promise<Response> {
  // Another site could otherwise sign its visitors in to an account it made for them.
  if (isFromElsewhere(c, context.redirects.origins))
    throw new AppError('origin_not_allowed', 403, 'Open the link in your email instead')
  const link = linkShape.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())))
  if (!link.success) return linkPage(context, c.req.raw, undefined)
  const { token, type, redirect_to } = link.data
  const target = context.redirects.allowed(redirect_to, type)
  try {
    if (type === 'email_change') {
      await changeEmail(context, token)
      return leadTo(target, { type })
    }
    const code = await takeCode(context, token, type)
    if (code) return leadBack(target, code)
    const { user: _, ...session } = await consume(context, c, token, type)
    return leadIn(context, target, { ...session, type })
  } catch (error) {
    if (!isAppError(error)) throw error
    return leadTo(target, { error: 'access_denied', error_code: error.code, error_description: error.message })
  }
}

/** On our own pages the session is taken only by the browser that pressed the button: it has the word of the fragment in a cookie. */
function leadIn({ siteUrl }: AuthContext, target: string, session: Record<string, string | number>): Response {
  const word = randomBytes(16).toString('base64url')
  const response = leadTo(target, { ...session, [LINK_WORD]: word })
  const isSecure = new URL(siteUrl).protocol === 'https:'
  const attributes = `Path=/; Max-Age=${LINK_COOKIE_SECONDS}; SameSite=Strict${isSecure ? '; Secure' : ''}`
  response.headers.set('set-cookie', `${linkCookieName(isSecure)}=${word}; ${attributes}`)
  return response
}

/** In the query, which a server can read: without the client's secret the code is worth nothing. */
function leadBack(target: string, code: string): Response {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return new Response(null, { status: 303, headers: { location: url.href, 'referrer-policy': 'no-referrer' } })
}

/** In the fragment, which browsers keep to themselves. */
function leadTo(target: string, fragment: Record<string, string | number>): Response {
  const parameters = Object.entries(fragment).map(([name, value]) => [name, String(value)])
  const headers = { location: `${target}#${new URLSearchParams(parameters)}`, 'referrer-policy': 'no-referrer' }
  return new Response(null, { status: 303, headers })
}

async function consume(
  context: AuthContext,
  c: Context<AuthEnv>,
  token: string,
  type: Exclude<LinkKind, 'email_change'>,
  email?: string,
): Promise<SessionBody> {
  const session = await inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<{ user_id: string }>(useLink, [
      tokenHash(token),
      type,
      context.clock.now(),
      email ?? null,
    ])
    return rows[0] && openSession(context, client, c, { userId: rows[0].user_id, signedInBy: type })
  })
  if (session) return session
  throw new AppError('otp_expired', 403, 'Email link is invalid or has expired')
}

function isForm(c: Context): boolean {
  return c.req.header('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false
}

/** Our page sends no referrer, so its Origin is "null"; Sec-Fetch-Site shows where the request came from. */
function isFromElsewhere(c: Context, origins: string[]): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = c.req.header('origin')
  return origin !== undefined && origin !== 'null' && !origins.includes(origin)
}

const findAccount = `
  select coalesce(t.new_email, u.email) as email
  from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  where t.token_hash = $1 and t.used_at is null and t.expires_at > $2`
