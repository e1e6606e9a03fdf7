// Uses up a link of a mail, which also proves the address. Who proves it first owns the account: what a stranger did with it before, who had
// typed somebody else's address, ends then.
import type pg from 'pg'
import type { LinkKind } from '#messages/mail-links.ts'
import { tokenHash } from '#messages/signatures.ts'
import { NO_PASSWORD } from '#server/http/proof.ts'

export type Use = {
  token: string
  type: LinkKind
  now: Date
  email?: string | undefined
  /** The hash of a password that was chosen at the link, instead of the one at sign-up. */
  chosen?: string | undefined
}
type Used = {
  user_id: string
  is_first: boolean
  password: string
  chosen: string
  user_metadata: Record<string, unknown> | null
}

/** Returns whose account it is, or undefined for a link that is good for nothing. */
export async function takeLink(
  client: pg.PoolClient,
  { token, type, now, email, chosen }: Use,
): Promise<string | undefined> {
  const { rows } = await client.query<Used>(use, [tokenHash(token), type, now, email ?? null])
  const [used] = rows
  if (used?.is_first) {
    // A recovery link leads to a new password; until it is chosen, there is none. Whoever signs in by a mail needs none.
    const password = type === 'signup' ? (chosen ?? used.chosen) : NO_PASSWORD
    // With the same password it is the same sign-up, whose sessions go on.
    if (password !== used.password || type === 'magiclink')
      await client.query(claim, [used.user_id, password, used.user_metadata, now])
  }
  return used?.user_id
}

/** Whether there is still something to do: an address to confirm, and the very turning-on of the second step that the mail was about. */
export const isPending = `
  case t.kind when 'signup' then u.email_confirmed_at is null when 'two_step_undo' then u.second_factor_since = t.created_at else true end`

// Two tabs that post the same token: the second waits for the row, finds it used, and gets nothing. The other links of
// the kind have served their purpose. Each of these links proves the address.
const use = `
  with used as (
    update auth.one_time_tokens t set used_at = $3
    from auth.users u
    where t.token_hash = $1 and t.kind = $2 and t.used_at is null and t.expires_at > $3
      and u.id = t.user_id and ($4::text is null or u.email = $4) and ${isPending}
    returning t.id, t.user_id, u.email_confirmed_at is null as is_first, u.encrypted_password as password,
      coalesce(t.encrypted_password, u.encrypted_password) as chosen, t.user_metadata
  ), others as (
    delete from auth.one_time_tokens t using used
    where t.user_id = used.user_id and t.kind = $2 and t.id <> used.id and t.used_at is null
  ), confirmed as (
    update auth.users u set email_confirmed_at = coalesce(u.email_confirmed_at, $3), updated_at = $3
    from used where u.id = used.user_id
  )
  select user_id, is_first, password, chosen, user_metadata from used`

// Statements of a transaction that has locked the account's row: a session that was opened at the same moment is seen here.
const claim = `
  with sessions as (
    delete from auth.sessions where user_id = $1
  ), factors as (
    delete from auth.second_factors where user_id = $1
  ), codes as (
    delete from auth.recovery_codes where user_id = $1
  ), tokens as (
    delete from auth.access_tokens where user_id = $1
  ), passkeys as (
    delete from auth.passkeys where user_id = $1
  ), feeds as (
    delete from public.feed_links where user_id = $1
  ), pushes as (
    delete from public.push_subscriptions where user_id = $1
  ), links as (
    delete from auth.one_time_tokens where user_id = $1 and (used_at is null or code_hash is not null)
  )
  update auth.users
  set encrypted_password = $2, user_metadata = coalesce($3, user_metadata), second_factor_since = null, updated_at = $4
  where id = $1`
