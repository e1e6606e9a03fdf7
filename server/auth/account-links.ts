// Links sent by mail. The row and the job that mails it are written together: a mail is promised exactly when its link
// exists, and the job knows only the row's id.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { minutes } from '#domain/durations.ts'
import type { Language } from '#domain/languages.ts'
import {
  MAILED_CODE_LIFETIME_MINUTES,
  RECOVERY_LIFETIME_MS,
  STEP_UNDO_LIFETIME_MS,
  VERIFICATION_LIFETIME_MS,
} from '#domain/limits.ts'
import type { LinkKind } from '#messages/mail-links.ts'
import { oneTimeToken, tokenHash } from '#messages/signatures.ts'
import type { AuthContext } from './context.ts'

/** One row more or less takes a tenth of a millisecond, which many requests would reveal. No response is sent sooner than this. */
export const ANSWER_AFTER_MS = 20

const lifetimes: Record<LinkKind | 'reauthentication', number> = {
  signup: VERIFICATION_LIFETIME_MS,
  recovery: RECOVERY_LIFETIME_MS,
  magiclink: minutes(MAILED_CODE_LIFETIME_MINUTES),
  reauthentication: minutes(MAILED_CODE_LIFETIME_MINUTES),
  email_change: VERIFICATION_LIFETIME_MS,
  two_step_undo: STEP_UNDO_LIFETIME_MS,
  transfer_undo: STEP_UNDO_LIFETIME_MS,
}

export function newLink({ linkSecret, clock }: Pick<AuthContext, 'linkSecret' | 'clock'>) {
  const id = randomUUID()
  const now = clock.now()
  return {
    id,
    hash: tokenHash(oneTimeToken(linkSecret, id)),
    now,
    expires: (kind: keyof typeof lifetimes) => new Date(now.getTime() + lifetimes[kind]),
  }
}

/**
 * Mails a link to the account of `email`, if there is one. For an address without an account the same statement runs and
 * leaves a job that finds no link and does nothing, so that neither the response nor its time reveals the difference.
 */
export async function mailLink(
  context: AuthContext,
  kind: 'signup' | 'recovery',
  email: string,
  {
    redirectTo,
    language,
    codeChallenge,
  }: { redirectTo: string; language: Language; codeChallenge?: string | null | undefined },
): Promise<void> {
  const { id, hash, now, expires } = newLink(context)
  const letter = kind === 'signup' ? 'confirm' : 'reset'
  const values = [email, kind, id, hash, redirectTo, now, expires(kind), letter, language, codeChallenge ?? null]
  const written = context.pool.query(insertLink, values)
  await Promise.all([written, pause(ANSWER_AFTER_MS)])
}

/** Mails a link for a new password, for an operator who is asked for one. */
export async function queueReset(
  context: Pick<AuthContext, 'linkSecret' | 'clock' | 'siteUrl'>,
  client: pg.ClientBase,
  email: string,
  language: Language,
): Promise<void> {
  const { id, hash, now, expires } = newLink(context)
  const redirectTo = new URL('/reset-password', context.siteUrl).href
  await client.query(insertLink, [
    email,
    'recovery',
    id,
    hash,
    redirectTo,
    now,
    expires('recovery'),
    'reset',
    language,
    null,
  ])
}

/**
 * Queues a mail with the link or the notice `ids`. While the mail server is down, a newer one to the same person replaces the waiting one.
 * The language is that of the page on which it was requested.
 */
export const queueLetter = (letter: string, ids: string, person: string, language: string) =>
  `private.send_letter('account/' || ${letter}, json_build_object(${ids}), ${person}::text, ${language})`

/** Queues a mail about an account's security. */
export const queueNotice = (letter: string, person: string) =>
  queueLetter(`'${letter}'`, `'user', ${person}::uuid`, `${person}::uuid`, languageOf(`${person}::uuid`))

/** Returns the language of the browser that a person used last. */
export const languageOf = (person: string) => `
  coalesce((select s.language from auth.sessions s where s.user_id = ${person} order by s.refreshed_at desc limit 1), 'en')`

const insertLink = `
  with person as (
    select id from auth.users where email = $1 and ($2 = 'recovery' or email_confirmed_at is null)
  ), link as (
    insert into auth.one_time_tokens
      (id, user_id, kind, token_hash, redirect_to, created_at, expires_at, code_challenge, encrypted_password, browser_hash, user_metadata)
    select $3, person.id, $2, $4, $5, $6, $7, $10, latest.encrypted_password, latest.browser_hash, latest.user_metadata
    from person left join lateral (
      -- Sent again, the link is of the same sign-up.
      select t.* from auth.one_time_tokens t
      where t.user_id = person.id and t.kind = 'signup' and $2 = 'signup' order by t.created_at desc limit 1
    ) as latest on true
  )
  select 1 from ${queueLetter('$8::text', `'link', $3::uuid`, 'coalesce((select id from person), $3::uuid)', '$9::text')}`
