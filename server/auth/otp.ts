// A mail instead of a password: six digits for the browser that asked, and a link that works in that browser. Nobody else's browser can use
// either, so a mail that somebody else asked for signs nobody in. The answer is the same for known and unknown addresses, and its time.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Handler } from 'hono'
import * as z from 'zod'
import { emailAddress, mailboxOf } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { isNamed, isRefusalPublic } from '#domain/sign-up-rule.ts'
import { signUpSentence } from '#domain/sign-up-sentence.ts'
import { oneTimeToken } from '#messages/signatures.ts'
import { askedLanguage } from '#server/http/language.ts'
import type { Take } from '#server/http/limits.ts'
import { isCodeOf, NO_PASSWORD } from '#server/http/proof.ts'
import { ANSWER_AFTER_MS, newLink, queueLetter } from './account-links.ts'
import { captchaField, challengeFields, nameData, readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { addressHint } from './sessions.ts'
import { markBrowser, markOf } from './sign-up-browser.ts'

const shape = z.object({
  email: emailAddress,
  /** Whether an address without an account gets one. The official client asks for that unless it is told otherwise. */
  create_user: z
    .boolean('create_user must be true or false')
    .nullish()
    .transform((wanted) => wanted ?? true),
  data: nameData,
  ...captchaField,
  ...challengeFields,
})

const code = 'over_email_send_rate_limit'

export function otp(context: AuthContext): Handler<AuthEnv> {
  const { pool, limits, redirects, captcha, signUp } = context
  return async (c) => {
    const network = c.get('network')
    const body = await readBody(c, shape)
    const { email, create_user: isSignUp, gotrue_meta_security: captchaToken } = body
    const isAllowed = isSignUp && isNamed(signUp, email)
    if (isSignUp && !isAllowed && isRefusalPublic(signUp))
      throw new AppError('signup_disabled', 422, signUpSentence(signUp))
    await captcha?.(captchaToken, isSignUp ? 'sign-up' : 'sign-in', network)

    const [mailbox, near] = [mailboxOf(email), addressHint(network) ?? network]
    const here = `${mailbox}\0${near}`
    const anywhere: Take = { name: 'code-mail-anywhere', of: mailbox, unlimited: true }
    const unasked: Take[] = isSignUp ? [{ name: 'unasked-mail', of: mailbox, code }] : []
    const [sent = 0] = await limits.used(anywhere)
    await limits.take(
      { name: 'mail-network', of: network },
      { name: 'code-mail', of: here, code },
      { name: 'code-mail-day', of: here, code },
      ...unasked,
      anywhere,
    )

    const link = newLink(context)
    const name = body.data?.display_name
    const written = pool.query(insertCode, [
      randomUUID(),
      email,
      isAllowed,
      isSignUp && signUp.invited,
      name ? { display_name: name } : {},
      link.now,
      link.id,
      link.hash,
      redirects.allowed(c.req.query('redirect_to'), 'magiclink'),
      link.expires('magiclink'),
      askedLanguage(c.req.raw).language,
      body.code_challenge ?? null,
      markBrowser(context, c),
      sent >= 1,
      near,
    ])
    await Promise.all([written, pause(ANSWER_AFTER_MS)])
    return c.json({})
  }
}

/** Returns the token of the newest link that this browser asked for, if the digits are its own. Guesses count for an unknown address, too. */
export async function tokenOfCode(
  context: AuthContext,
  c: Context<AuthEnv>,
  { email, typed }: { email: string; typed: string },
): Promise<string | undefined> {
  const { pool, limits, linkSecret, clock } = context
  const mark = markOf(context, c)
  const tries: Take = { name: 'mailed-code', of: `${email}\0${mark?.toString('base64url') ?? ''}` }
  await limits.take({ name: 'signin-network', of: c.get('network') }, tries)
  const { rows } = await pool.query<{ id: string }>(findCode, [email, mark, clock.now()])
  const id = rows[0]?.id ?? randomUUID()
  if (!isCodeOf(linkSecret, id, typed) || !rows[0]) return undefined
  await limits.forget(tries)
  return oneTimeToken(linkSecret, id)
}

// An account is made with the mail, as at sign-up, and is nobody's before the code is given. A job without a link mails nothing.
const insertCode = `
  with newcomer as (
    select where not $14 and ($3 or ($4 and exists (
      select from public.member_invitations i where i.email = $2 and i.expires_at > now()
    )))
  ), person as (
    insert into auth.users (id, email, encrypted_password, user_metadata, created_at, updated_at)
    select $1::uuid, $2, '${NO_PASSWORD}', $5::jsonb, $6::timestamptz, $6::timestamptz from newcomer
    on conflict (email) do nothing
    returning id
  ), owner as (
    select id from person
    union all
    select u.id from auth.users u
    where u.email = $2 and not exists (select from person) and (not $14 or $15::text = any (u.known_networks))
  ), link as (
    insert into auth.one_time_tokens
      (id, user_id, kind, token_hash, redirect_to, created_at, expires_at, code_challenge, browser_hash, user_metadata)
    select $7, id, 'magiclink', $8, $9, $6, $10::timestamptz, $12, $13::bytea, $5::jsonb from owner
  )
  select 1 from ${queueLetter("'sign-in-code'", `'link', $7::uuid`, '$7::uuid', '$11::text')}`

const findCode = `
  select t.id from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  where u.email = $1 and t.kind = 'magiclink' and t.browser_hash is not distinct from $2::bytea and t.used_at is null and t.expires_at > $3
  order by t.created_at desc limit 1`
