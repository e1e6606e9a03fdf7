// The link in a mail. Opening it changes nothing, because mail scanners open every link; the page it shows posts the token
// back, and that uses it up. The official client's verifyOtp posts the same token as JSON.
import { randomBytes } from 'node:crypto'
import type { Context, Handler } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { existingPassword } from '#domain/accounts.ts'
import { emailAddress } from '#domain/email-address.ts'
import { AppError, isAppError } from '#domain/errors.ts'
import { LINK_COOKIE_SECONDS, LINK_WORD, linkCookieName } from '#domain/link-session.ts'
import { type LinkKind, linkKinds } from '#messages/mail-links.ts'
import { tokenHash } from '#messages/signatures.ts'
import { isOfThisStep, useLink } from './account-links.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { changeEmail } from './email-change.ts'
import { takeCode } from './pkce-grant.ts'
import { requireMatch } from './proof.ts'
import { undoTwoStep } from './second-step-off.ts'
import { openSession, type SessionBody, type SignedInBy } from './sessions.ts'
import { type LinkProblem, linkPage } from './verify-page.ts'

const INCOMPLETE = 'This link is incomplete'
const tokenText = z.string(INCOMPLETE).min(1, INCOMPLETE).max(200, INCOMPLETE)
/** `email` is what newer clients call the type of every mail that proves an address. */
const kind = z
  .enum([...linkKinds, 'email'], 'Verify requires a verification type: signup or recovery')
  .transform((type): LinkKind => (type === 'email' ? 'signup' : type))

const linkShape = z.object({ token: tokenText, type: kind, redirect_to: z.string().optional() })
const proofShape = z.object({ password: existingPassword.optional() })
const more = { type: kind, password: existingPassword.nullish() }
const otpShape = z.union([
  z.object({ token_hash: tokenText, email: z.undefined().optional(), ...more }),
  z
    .object({ token: tokenText, email: emailAddress, ...more })
    .transform(({ token, ...rest }) => ({ token_hash: token, ...rest })),
])
type Given = { token: string; type: LinkKind; email?: string | undefined; password?: string | null | undefined }

export function verifyPage(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const link = linkShape.safeParse(c.req.query()).data
    return linkPage(context, c.req.raw, link && { ...link, ...(await describe(context, link)) })
  }
}

/** The person the link is for, so that somebody with another person's link can stop; and what the page asks for. */
async function describe(context: AuthContext, link: { token: string; type: LinkKind }) {
  const found = await findLink(context, link)
  return { account: found?.account, asks: found && askedBy(found) }
}

export function verify(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    if (isForm(c)) return followLink(context, c)
    const { token_hash: token, ...rest } = await readBody(c, otpShape)
    const session = await use(context, c, { token, ...rest })
    return c.json(session ?? { code: 200, msg: 'Email address changed' })
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
    const code = type === 'signup' || type === 'recovery' ? await takeCode(context, token, type) : undefined
    if (code) return leadBack(target, code)
    const used = await use(context, c, { token, type, ...proofShape.safeParse(form).data })
    if (!used) return leadTo(target, { type })
    const { user: _, ...session } = used
    return leadIn(context, target, { ...session, type: type === 'two_step_undo' ? 'recovery' : type })
  } catch (error) {
    if (!isAppError(error)) throw error
    const text = problems[error.code]
    if (text) {
      const problem = { status: error.status, text }
      return linkPage(context, c.req.raw, { ...link.data, ...(await describe(context, link.data)), problem })
    }
    return leadTo(target, { error: 'access_denied', error_code: error.code, error_description: error.message })
  }
}

/** Where the form is shown again. */
const problems: Record<string, LinkProblem['text'] | undefined> = {
  reauthentication_needed: 'needed',
  invalid_credentials: 'wrong',
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

/** Uses a link up. Returns the session that it opens; the link of an email_change opens none. */
async function use(context: AuthContext, c: Context<AuthEnv>, given: Given): Promise<SessionBody | undefined> {
  const { token, type, email, password } = given
  if (type === 'email_change') {
    await changeEmail(context, token)
    return undefined
  }
  const found = await findLink(context, given)
  if (found && askedBy(found))
    await requireMatch(context, found.id, password, found.encrypted_password ?? undefined)
  const session =
    type === 'two_step_undo' ? await undoTwoStep(context, c, token) : await signInBy(context, c, token, type, email)
  if (session) return session
  throw new AppError('otp_expired', 403, 'Email link is invalid or has expired')
}

function signInBy(
  context: AuthContext,
  c: Context<AuthEnv>,
  token: string,
  type: SignedInBy,
  email: string | undefined,
): Promise<SessionBody | undefined> {
  return inTransaction(context.pool, async (client) => {
    const values = [tokenHash(token), type, context.clock.now(), email ?? null]
    const { rows } = await client.query<{ user_id: string }>(useLink, values)
    return rows[0] && openSession(context, client, c, { userId: rows[0].user_id, signedInBy: type })
  })
}

type FoundLink = { id: string; kind: LinkKind; account: string; encrypted_password: string | null }

async function findLink({ pool, clock }: AuthContext, { token, type }: Given): Promise<FoundLink | undefined> {
  const { rows } = await pool.query<FoundLink>(findUnused, [tokenHash(token), clock.now(), type])
  return rows[0]
}

/** A mailbox alone must not be enough to undo what protects the account from its reader. */
const askedBy = ({ kind }: FoundLink) => (kind === 'two_step_undo' ? kind : undefined)

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

const findUnused = `
  select t.id, t.kind, coalesce(t.new_email, u.email) as account, t.encrypted_password
  from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  where t.token_hash = $1 and t.used_at is null and t.expires_at > $2 and t.kind = $3 and ${isOfThisStep}`
