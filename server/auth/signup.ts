// Creates an account and mails a link to confirm its address. If the address already has an account, the response is the same,
// field by field, and its owner gets a mail about it; otherwise anyone could find out who has an account. Likewise nobody learns who is
// invited: where only some may sign up, the others get the same response and no mail. Until somebody has confirmed the
// address, nobody owns it: each sign-up gets a link of its own, and confirming one makes its password the account's.
import { randomUUID } from 'node:crypto'
import type { Handler } from 'hono'
import * as z from 'zod'
import { emailAddress } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { isNamed, isRefusalPublic } from '#domain/sign-up-rule.ts'
import { signUpSentence } from '#domain/sign-up-sentence.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { askedLanguage } from '#server/http/language.ts'
import { newLink, queueLetter } from './account-links.ts'
import { captchaField, challengeFields, nameData, readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { mailTakes } from './mail-takes.ts'
import { checkNewPassword } from './passwords.ts'
import { markBrowser } from './sign-up-browser.ts'
import { userBody } from './users.ts'

const shape = z.object({
  email: emailAddress,
  password: z.string(accountTexts.passwordRequired),
  /** Only the name is taken from the client's metadata: nothing here may grant a permission. */
  data: nameData,
  ...captchaField,
  ...challengeFields,
})

export function signup(context: AuthContext): Handler<AuthEnv> {
  const { pool, passwords, redirects, limits, captcha, signUp } = context
  return async (c) => {
    const network = c.get('network')
    const body = await readBody(c, shape)
    const { email, password, data, gotrue_meta_security: captchaToken } = body
    checkNewPassword(password, 'sign-up')
    const isAllowed = isNamed(signUp, email)
    if (!isAllowed && isRefusalPublic(signUp)) throw new AppError('signup_disabled', 422, signUpSentence(signUp))
    await captcha?.(captchaToken, 'sign-up', network)
    await limits.take({ name: 'signup-network', of: network }, ...mailTakes('confirm', email))

    const id = randomUUID()
    const link = newLink(context)
    const name = data?.display_name
    const userMetadata = name ? { display_name: name } : {}
    await pool.query(insertAccount, [
      id,
      email,
      await passwords.hash(password),
      userMetadata,
      link.now,
      link.id,
      link.hash,
      redirects.allowed(c.req.query('redirect_to'), 'signup'),
      redirects.allowed(undefined, 'recovery'),
      link.expires('signup'),
      link.expires('recovery'),
      askedLanguage(c.req.raw).language,
      body.code_challenge ?? null,
      markBrowser(context, c),
      isAllowed,
      signUp.invited,
    ])
    const user = { id, email, user_metadata: userMetadata, created_at: link.now, updated_at: link.now }
    return c.json({
      ...userBody({ ...user, ...newcomer }),
      confirmation_sent_at: link.now,
    })
  }
}

const newcomer = {
  email_confirmed_at: null,
  last_sign_in_at: null,
  email_change: null,
  second_factor_since: null,
  has_password: true,
  has_passkey: false,
  factors: [],
}

// The owner of an account gets a link to choose a new password, in case they forgot that they had signed up.
const insertAccount = `
  with newcomer as (
    select where $15 or ($16 and exists (
      select from public.member_invitations i where i.email = $2 and i.expires_at > now()
    ))
  ), person as (
    insert into auth.users (id, email, encrypted_password, user_metadata, created_at, updated_at)
    select $1::uuid, $2, $3, $4::jsonb, $5::timestamptz, $5::timestamptz from newcomer
    on conflict (email) do nothing
    returning id
  ), owner as (
    select id, 'signup' as kind, 'confirm' as letter, $8 as redirect_to, $10::timestamptz as expires_at from person
    union all
    select id, 'recovery', 'already-registered', $9, $11::timestamptz
    from auth.users where email = $2 and email_confirmed_at is not null and not exists (select from person)
    union all
    select id, 'signup', 'confirm', $8, $10::timestamptz
    from auth.users, newcomer where email = $2 and email_confirmed_at is null and not exists (select from person)
  ), earlier as (
    delete from auth.one_time_tokens t using owner
    where owner.kind = 'signup' and t.user_id = owner.id and t.kind = 'signup' and t.used_at is null
  ), link as (
    insert into auth.one_time_tokens
      (id, user_id, kind, token_hash, redirect_to, created_at, expires_at, code_challenge, encrypted_password, browser_hash, user_metadata)
    select $6, id, kind, $7, redirect_to, $5, expires_at, case kind when 'signup' then $13 end,
      case kind when 'signup' then $3 end, case kind when 'signup' then $14::bytea end, case kind when 'signup' then $4::jsonb end
    from owner
  )
  select 1 from owner, ${queueLetter('owner.letter', `'link', $6::uuid`, 'owner.id', '$12::text')}`
