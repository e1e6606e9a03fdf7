// The link in a mail. Opening it changes nothing, because mail scanners open every link; the page it shows posts the token
// back, and that uses it up. The official client's verifyOtp posts the same token as JSON.
import { randomBytes } from 'node:crypto'
import type { Context, Handler } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { emailAddress } from '#domain/email-address.ts'
import { AppError, isAppError } from '#domain/errors.ts'
import { LINK_COOKIE_SECONDS, LINK_WORD, linkCookieName } from '#domain/link-session.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { type LinkKind, linkKinds } from '#messages/mail-links.ts'
import { typedCode } from '#server/http/proof.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { changeEmail } from './email-change.ts'
import { describeLink, linkProof, proveLink, readProof } from './link-proof.ts'
import { tokenOfCode } from './otp.ts'
import { takeCode } from './pkce-grant.ts'
import { undoTwoStep } from './second-step-off.ts'
import { openSession, type SessionBody, type SignedInBy } from './sessions.ts'
import { takeLink, type Use } from './take-link.ts'
import { takeBackCalendar } from './transfer-undo.ts'
import { type LinkProblem, linkPage } from './verify-page.ts'

const INCOMPLETE = 'This link is incomplete'
const tokenText = z.string(INCOMPLETE).min(1, INCOMPLETE).max(200, INCOMPLETE)
/** `email` is what newer clients call the type of every mail that proves an address. */
const kind = z
  .enum([...linkKinds, 'email'], 'Verify requires a verification type: signup or recovery')
  .transform((type): LinkKind => (type === 'email' ? 'signup' : type))

const linkShape = z.object({ token: tokenText, type: kind, redirect_to: z.string().optional() })
const codeShape = z
  .object({
    token: typedCode.pipe(z.string().regex(/^\d{6}$/)),
    type: z.enum(['email', 'magiclink']),
    email: emailAddress,
  })
  .transform(({ token: typed, email }) => ({ typed, email }))
const otpShape = z.union([
  codeShape,
  z.object({ token_hash: tokenText, type: kind, email: z.undefined().optional(), ...linkProof }),
  z
    .object({ token: tokenText, type: kind, email: emailAddress, ...linkProof })
    .transform(({ token, ...rest }) => ({ token_hash: token, ...rest })),
])

export function verifyPage(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const link = linkShape.safeParse(c.req.query()).data
    return linkPage(context, c.req.raw, link && { ...link, ...(await describeLink(context, c, link)) })
  }
}

export function verify(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    if (isForm(c)) return followLink(context, c)
    const given = await readBody(c, otpShape)
    if ('typed' in given) return c.json(await signInByCode(context, c, given))
    const { token_hash: token, type, email, ...proof } = given
    const chosen = await proveLink(context, c, { token, type }, proof, false)
    const session = await follow(context, c, { token, type, email, chosen, now: context.clock.now() })
    return c.json(
      session ?? { code: 200, msg: type === 'email_change' ? 'Email address changed' : 'Calendar taken back' },
    )
  }
}

async function followLink(context: AuthContext, c: Context<AuthEnv>): Promise<Response> {
  // Another site could otherwise sign its visitors in to an account it made for them.
  if (isFromElsewhere(c, context.redirects.origins))
    throw new AppError('origin_not_allowed', 403, 'Open the link in your email instead')
  const form = Object.fromEntries(new URLSearchParams(await c.req.text()))
  const link = linkShape.safeParse(form)
  if (!link.success) return linkPage(context, c.req.raw, undefined)
  const { token, type, redirect_to } = link.data
  const target = context.redirects.allowed(redirect_to, type)
  try {
    const chosen = await proveLink(context, c, { token, type }, readProof(form), true)
    const use = { token, type, chosen, now: context.clock.now() }
    const code = await takeCode(context, use)
    if (code) return leadBack(target, code)
    const opened = await follow(context, c, use)
    if (!opened) return leadTo(target, { type })
    const { user: _, ...session } = opened
    return leadIn(context, target, { ...session, type: type === 'two_step_undo' ? 'recovery' : type })
  } catch (error) {
    if (!isAppError(error)) throw error
    const text = problems[error.code]
    if (text) {
      const problem = { status: error.status, text }
      return linkPage(context, c.req.raw, { ...link.data, ...(await describeLink(context, c, link.data)), problem })
    }
    return leadTo(target, { error: 'access_denied', error_code: error.code, error_description: error.message })
  }
}

/** Where the form is shown again. */
const problems: Record<string, LinkProblem['text'] | undefined> = {
  reauthentication_needed: 'needed',
  invalid_credentials: 'wrong',
  weak_password: 'weak',
  over_request_rate_limit: 'wait',
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

/** Uses a link up. Returns the session that it opens, if it opens one. */
async function follow(context: AuthContext, c: Context<AuthEnv>, use: Use): Promise<SessionBody | undefined> {
  if (use.type === 'email_change') {
    await changeEmail(context, use.token)
    return undefined
  }
  if (use.type === 'transfer_undo') {
    await takeBackCalendar(context, use)
    return undefined
  }
  const session =
    use.type === 'two_step_undo' ? await undoTwoStep(context, c, use) : await signInBy(context, c, use, use.type)
  if (session) return session
  throw new AppError('otp_expired', 403, 'Email link is invalid or has expired')
}

async function signInByCode(
  context: AuthContext,
  c: Context<AuthEnv>,
  given: z.infer<typeof codeShape>,
): Promise<SessionBody> {
  const token = await tokenOfCode(context, c, given)
  const use = token && ({ token, type: 'magiclink', email: given.email, now: context.clock.now() } as const)
  const session = use ? await signInBy(context, c, use, use.type) : undefined
  if (session) return session
  throw new AppError('otp_expired', 403, accountTexts.mailedCodeWrong)
}

function signInBy(context: AuthContext, c: Context<AuthEnv>, use: Use, signedInBy: SignedInBy) {
  return inTransaction(context.pool, async (client) => {
    const userId = await takeLink(client, use)
    return userId === undefined ? undefined : openSession(context, client, c, { userId, signedInBy })
  })
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
