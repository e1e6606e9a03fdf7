// Links sent by mail. The row and the job that mails it are written together: a mail is promised exactly when its link
// exists, and the job knows only the row's id.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { RECOVERY_LIFETIME_MS, VERIFICATION_LIFETIME_MS } from '#domain/limits.ts'
import { oneTimeToken, tokenHash } from '#messages/links.ts'
import type { AuthContext } from './context.ts'
import type { LinkKind } from './redirects.ts'

/** One row more or less is a tenth of a millisecond, which many requests would show. Nobody is answered sooner than this. */
export const ANSWER_AFTER_MS = 20

const lifetimes: Record<LinkKind, number> = {
  signup: VERIFICATION_LIFETIME_MS,
  recovery: RECOVERY_LIFETIME_MS,
  email_change: VERIFICATION_LIFETIME_MS,
}

export function newLink({ linkSecret, clock }: AuthContext) {
  const id = randomUUID()
  const now = clock.now()
  return {
    id,
    hash: tokenHash(oneTimeToken(linkSecret, id)),
    now,
    expires: (kind: LinkKind) => new Date(now.getTime() + lifetimes[kind]),
  }
}

/**
 * Mails a link to the account of `email`, if there is one. For an address without an account the same statement runs and
 * leaves a job that finds no link and does nothing, so that neither the answer nor its time tells the two apart.
 */
export async function mailLink(
  context: AuthContext,
  kind: 'signup' | 'recovery',
  email: string,
  redirectTo: string,
): Promise<void> {
  const { id, hash, now, expires } = newLink(context)
  const letter = kind === 'signup' ? 'confirm' : 'reset'
  const written = context.pool.query(insertLink, [email, kind, id, hash, redirectTo, now, expires(kind), letter])
  await Promise.all([written, pause(ANSWER_AFTER_MS)])
}

/** Named by letter and person: while the mail server is away, the newest of a kind replaces those still waiting. */
export const queueLetter = (letter: string, mail: string, person: string) => `
  graphile_worker.add_job(
    'send-account-mail',
    json_build_object('letter', ${letter}, 'mail', ${mail}),
    max_attempts := 12,
    job_key := 'account-mail:' || ${letter} || ':' || ${person}
  )`

/** A letter that tells a person of something about their account; `mail` only names it. */
export const queueNotice = (letter: string, mail: string, person: string) => `
  graphile_worker.add_job(
    'send-account-mail',
    json_build_object('letter', '${letter}', 'mail', ${mail}::uuid, 'user', ${person}::uuid),
    max_attempts := 12,
    job_key := 'account-mail:${letter}:' || ${person}::uuid
  )`

const insertLink = `
  with person as (
    select id from auth.users where email = $1 and ($2 = 'recovery' or email_confirmed_at is null)
  ), link as (
    insert into auth.one_time_tokens (id, user_id, kind, token_hash, redirect_to, created_at, expires_at)
    select $3, id, $2, $4, $5, $6, $7 from person
  )
  select 1 from ${queueLetter('$8::text', '$3::uuid', 'coalesce((select id from person), $3::uuid)')}`
