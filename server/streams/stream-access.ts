// Decides who may follow the changes of which calendar, for many streams in one query.
import type pg from 'pg'
import { withClient } from '#database/with-client.ts'
import type { Identity } from '#server/http/identity.ts'

/** Whose stream it is. Guests of a calendar are all the same. */
export type Subject = {
  key: string
  calendarId: string
  userId: string | null
  sessionId: string | null
  tokenId: string | null
}

/** `seesMailings`: admins, but not their access tokens, which can't read mailings either. */
export type Access = { version: number; seesMailings: boolean }

export function subjectOf({ userId, session, token }: Identity, calendarId: string): Subject {
  const [sessionId, tokenId] = [session?.id ?? null, token?.id ?? null]
  return {
    key: `${calendarId} ${sessionId ?? tokenId ?? ''}`,
    calendarId,
    userId: userId ?? null,
    sessionId,
    tokenId,
  }
}

/** Returns the access of each subject by its key; those without are missing. */
export async function readAccess(pool: pg.Pool, subjects: Subject[], now: Date): Promise<Map<string, Access>> {
  const { rows } = await withClient(pool, (client) =>
    client.query<Access & { key: string }>(accessQuery, [
      subjects.map(({ key }) => key),
      subjects.map(({ calendarId }) => calendarId),
      subjects.map(({ userId }) => userId),
      subjects.map(({ sessionId }) => sessionId),
      subjects.map(({ tokenId }) => tokenId),
      now,
    ]),
  )
  return new Map(rows.map(({ key, version, seesMailings }) => [key, { version, seesMailings }]))
}

/** The same as the policies of calendars: guests by the id (select_public), members (select_member), tokens that cover it. */
const accessQuery = `
  select s.key, c.version::float8 as version,
    s.session_id is not null and coalesce(m.role = 'admin', false) as "seesMailings"
  from unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[])
    as s (key, calendar_id, user_id, session_id, token_id)
  join private.live_calendars c on c.id = s.calendar_id
  left join public.calendar_members m on m.calendar_id = c.id and m.user_id = s.user_id
  left join auth.sessions open on open.id = s.session_id and open.user_id = s.user_id
  left join auth.access_tokens t on t.id = s.token_id and t.user_id = s.user_id and t.expires_at > $6
  where case
    when s.user_id is null then not c.disabled
    when s.token_id is not null then t.id is not null and m.user_id is not null and coalesce(c.id = any (t.calendar_ids), true)
    else open.id is not null and (m.user_id is not null or not c.disabled)
  end`
