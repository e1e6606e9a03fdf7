// Nobody can unsubscribe from mails about their own account, and what stops a calendar's mails does not stop these.
import { type LinkKind, verifyLink } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { mailedCode, oneTimeToken, tokenHash } from '#messages/signatures.ts'
import { words } from '#messages/templates/letters.ts'
import type { Found, LetterKind } from './letter-kind.ts'

type Words = keyof typeof words.en.account
type Link = Found & {
  email: string
  mail_id: string
  kind: LinkKind
  redirect_to: string | null
  calendar: string
  has_password: boolean
}

const always = { hasChosenLanguage: true, stoppedBy: 'nothing' } as const

/** Has a link that works once, or a code. Nothing if it was used or has expired; an address without an account has none (server/auth/account-links.ts). */
function linked(name: Words): LetterKind<Link> {
  return {
    ids: ['link'],
    find: `
      select coalesce(t.new_email, u.email) as email, t.id as mail_id, t.kind, t.redirect_to, coalesce(c.name, '') as calendar,
        coalesce(t.encrypted_password, u.encrypted_password) <> '!' as has_password,
        'en' as language
      from auth.one_time_tokens t
      join auth.users u on u.id = t.user_id
      left join public.calendars c on c.id = t.calendar_id
      where t.id = $2 and t.used_at is null and t.expires_at > $1`,
    ...always,
    compose: (
      { mail_id: id, kind, redirect_to: page, calendar, has_password: hasPassword, language },
      { siteUrl, linkSecret, supportEmail },
    ) => {
      const redirectTo = page ?? new URL('/dashboard', siteUrl).href
      const url = verifyLink({ siteUrl, token: oneTimeToken(linkSecret, id), type: kind, redirectTo })
      const facts = { code: mailedCode(linkSecret, id), hasPassword }
      return words[language].account[name](url, supportEmail, plainName(calendar), facts)
    },
    async around(send, { mail_id: id, kind }, { pool, linkSecret }) {
      // The database wrote this link, which has not our secret.
      if (kind === 'transfer_undo') await pool.query(setToken, [id, tokenHash(oneTimeToken(linkSecret, id))])
      await send()
    },
  }
}

const none = { code: '', hasPassword: true }

const setToken = 'update auth.one_time_tokens set token_hash = $2 where id = $1'

function notice(name: Words, page: '/account' | '/signin'): LetterKind {
  return {
    ids: ['user'],
    find: `select u.email, 'en' as language from auth.users u where u.id = $2`,
    ...always,
    compose: ({ language }, { siteUrl, supportEmail }) =>
      words[language].account[name](new URL(page, siteUrl).href, supportEmail, '', none),
  }
}

/** To an address that no longer has an account. */
function parting(name: Words): LetterKind<Found & { mail_id: string }> {
  return {
    ids: ['notice'],
    find: `select n.email, n.id as mail_id, 'en' as language from auth.notices n where n.id = $2`,
    ...always,
    compose: ({ language }, { siteUrl, supportEmail }) =>
      words[language].account[name](siteUrl, supportEmail, '', none),
    async around(send, { mail_id: id }, { pool }) {
      await send()
      await pool.query('delete from auth.notices where id = $1', [id])
    },
  }
}

export const account = {
  confirm: linked('confirm'),
  reset: linked('reset'),
  'already-registered': linked('alreadyRegistered'),
  'sign-in-code': linked('signInCode'),
  'proof-code': linked('proofCode'),
  'email-change': linked('emailChange'),
  'email-taken': linked('emailTaken'),
  'two-step-on': linked('twoStepOn'),
  'calendar-taken': linked('calendarTaken'),
  'email-change-asked': notice('emailChangeAsked', '/account'),
  'two-step-on-for-good': notice('twoStepOnForGood', '/account'),
  'passkey-added': notice('passkeyAdded', '/account'),
  'passkey-removed': notice('passkeyRemoved', '/account'),
  'password-changed': notice('passwordChanged', '/signin'),
  'two-step-off': notice('twoStepOff', '/account'),
  'recovery-code-used': notice('recoveryCodeUsed', '/account'),
  'email-changed': parting('emailChanged'),
  goodbye: parting('goodbye'),
}
