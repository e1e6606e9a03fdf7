// A refresh token is exchanged once, for its child. A used one that comes back within the grace is a second tab or a
// retry and gets the youngest of the line; later it is a copy in wrong hands, and the whole session ends.
import type { Context } from 'hono'
import * as z from 'zod'
import { seconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { signature, tokenHash } from '#messages/signatures.ts'
import { askedLanguage } from '#server/http/language.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { addressHint, type SessionBody, type SessionRow, sessionBody, sessionColumns } from './sessions.ts'
import { userColumns } from './users.ts'

const GRACE_MS = seconds(10)

const shape = z.object({
  refresh_token: z
    .string('Refresh token is required')
    .min(1, 'Refresh token is required')
    .max(512, 'Refresh token is too long'),
})

export function refreshGrant({ pool, tokens, linkSecret, clock, log }: AuthContext) {
  return async (c: Context<AuthEnv>): Promise<SessionBody> => {
    const { refresh_token: presented } = await readBody(c, shape)
    const now = clock.now()
    const child = childOf(presented)
    const { language } = askedLanguage(c.req.raw)
    const where = [c.req.header('user-agent')?.slice(0, 512) ?? null, addressHint(c.get('network')), language]
    const { rows } = await pool.query<Exchange>(exchange, [tokenHash(presented), tokenHash(child), now, ...where])
    const row = rows[0]
    if (!row) throw new AppError('refresh_token_not_found', 400, 'Invalid Refresh Token: Refresh Token Not Found')
    if (row.used_at === null) return sessionBody(tokens, row, child)
    if (now.getTime() - row.used_at.getTime() <= GRACE_MS)
      return sessionBody(tokens, row, await youngest(presented, row.token_id))

    await pool.query('delete from auth.sessions where id = $1', [row.session_id])
    log.warn(
      { requestId: c.get('requestId'), sessionId: row.session_id },
      'a used refresh token came back; its session was ended',
    )
    throw new AppError('refresh_token_already_used', 400, 'Invalid Refresh Token: Already Used')
  }

  /**
   * A child follows from its parent and our secret, so tabs that refresh together are given the same one, though only
   * hashes are stored. To anybody without the secret it is 256 random bits.
   */
  function childOf(token: string): string {
    return signature(linkSecret, 'refresh-token', token)
  }

  async function youngest(token: string, id: string): Promise<string> {
    const { rows } = await pool.query<{ generations: number }>(countGenerations, [id])
    let descendant = childOf(token)
    for (let i = 1; i < (rows[0]?.generations ?? 1); i++) descendant = childOf(descendant)
    return descendant
  }
}

type Exchange = SessionRow & { token_id: string; used_at: Date | null }

// The session is locked first, as signing out does, so the two cannot deadlock; and parallel refreshes of one family wait
// for each other there. A request that waited sees the newest version of the token, because of `for update`.
const exchange = `
  with family as (
    select s.*
    from auth.sessions s
    where s.id = (select session_id from auth.refresh_tokens where token_hash = $1)
      and (s.not_after is null or s.not_after > $3)
    for update
  ), presented as (
    select t.id, t.used_at
    from family f
    join auth.refresh_tokens t on t.session_id = f.id
    where t.token_hash = $1
    for update of t
  ), used as (
    update auth.refresh_tokens t set used_at = $3
    from presented p
    where t.id = p.id and p.used_at is null
    returning t.id, t.session_id
  ), child as (
    insert into auth.refresh_tokens (session_id, parent_id, token_hash, created_at)
    select session_id, id, $2, $3 from used
  ), touched as (
    update auth.sessions s set refreshed_at = $3, user_agent = $4, address_hint = $5, language = $6
    from used where s.id = used.session_id
  )
  select ${userColumns}, ${sessionColumns}, p.id as token_id, p.used_at
  from presented p, family s
  join auth.users u on u.id = s.user_id`

const countGenerations = `
  with recursive line as (
    select $1::bigint as id, 0 as generation
    union all
    select t.id, l.generation + 1 from line l join auth.refresh_tokens t on t.parent_id = l.id
  )
  select max(generation) as generations from line`
