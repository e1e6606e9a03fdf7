import { createHash } from 'node:crypto'
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import { createLimits } from '#server/http/limits.ts'
import { coalesceByKey } from '#server/public-cache/coalesce.ts'

export interface FeedLink {
  calendarId: string
  userId: string
  version: string
}

interface Options {
  /** The service's own pool: there is no session, the secret is the proof, and no caller may read the hashes. */
  pool: pg.Pool
  linkSecret: string
}

/** Finds the feed of a secret. Membership is checked on each request: a former member loses access at once. */
export function createFeedLinks({ pool, linkSecret }: Options) {
  const limits = createLimits({ pool, secret: linkSecret })
  const find = coalesceByKey(async (hashes: string[]) => {
    const { rows } = await pool.query(linksQuery, [hashes])
    return new Map<string, FeedLink>(rows.map(({ hash, ...link }) => [hash, link]))
  })

  return async function open(file: string, network: string): Promise<FeedLink> {
    const [, secret] = /^([\w-]{32})\.ics$/.exec(file) ?? []
    const link = secret ? await find(createHash('sha256').update(secret).digest('hex')) : null
    if (link) return link
    await limits.take({ name: 'private-feed', of: network })
    throw new AppError('not_found', 404, "This feed doesn't exist. Its link may have been replaced.")
  }
}

const linksQuery = `
  select encode(l.secret_hash, 'hex') as hash, l.calendar_id as "calendarId", l.user_id as "userId", c.version::text
  from public.feed_links l
  join public.calendar_members m on m.calendar_id = l.calendar_id and m.user_id = l.user_id
  join public.calendars c on c.id = l.calendar_id
  where l.secret_hash = any (array(select decode(hash, 'hex') from unnest($1::text[]) as hash))`
