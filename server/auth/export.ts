// Exports everything we store about a person, and the calendars they own, or one of these, as one calendar file. Other people's data
// (their calendars, the addresses of members) is not in it.
import type { FileHandle } from 'node:fs/promises'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Handler } from 'hono'
import * as z from 'zod'
import { writeCalendarFile } from '#database/calendar-file/write.ts'
import { withClient } from '#database/with-client.ts'
import { PRODUCT_NAME } from '#domain/company.ts'
import { inSeconds, minutes } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { createSemaphore } from '#runtime/semaphore.ts'
import { proofFields, requireProof } from '#server/http/proof.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { currentSession, proving } from './sessions.ts'

const shape = z.object({ ...proofFields, calendar_id: z.uuid().nullish() })

/** Each holds a connection for a while. */
const atOnce = createSemaphore(1)

/** Bytes on the disk for people who are still reading: many slow readers of large files must not fill it. */
const HELD_MAX = 2 * 1024 * 1024 * 1024
let held = 0
const BUSY = 'Many people are downloading their data right now. Please try again in ten minutes.'

export function exportAccount(context: AuthContext): Handler<AuthEnv> {
  const { limits, clock, log } = context
  return async (c) => {
    const session = await currentSession(context, c)
    const { password, nonce, passkey, calendar_id: calendarId } = await readBody(c, shape)
    await requireProof(context, proving(session), { password, nonce, passkey })
    await limits.take({ name: 'export', of: session.id })
    const now = clock.now()
    const file = await atOnce.run(() => {
      if (held >= HELD_MAX) throw new AppError('unavailable', 503, BUSY, { retryAfter: inSeconds(minutes(10)) })
      return writeFile(context, session.id, calendarId ?? null, now)
    })
    const { size } = await file.stat()
    log.info({ userId: session.id }, calendarId ? 'calendar exported' : 'account exported')
    c.header('content-type', 'application/x-ndjson; charset=utf-8')
    c.header('content-length', String(size))
    c.header(
      'content-disposition',
      `attachment; filename="${PRODUCT_NAME.toLowerCase()}-${now.toISOString().slice(0, 10)}.ndjson"`,
    )
    held += size
    const stream = file.createReadStream({ start: 0 }).once('close', () => {
      held -= size
    })
    return c.body(Readable.toWeb(stream) as ReadableStream)
  }
}

/**
 * Writes to the disk first: a slow reader must hold no transaction, and a failure is an answer instead of a file that ends early.
 * The file has no name any more, so nothing is left behind, however this ends.
 */
async function writeFile(
  { pool, siteUrl, dataFolder }: AuthContext,
  userId: string,
  calendarId: string | null,
  now: Date,
) {
  const folder = await mkdtemp(join(dataFolder, 'export-'))
  const file = await open(join(folder, 'file'), 'wx+', 0o600)
  await rm(folder, { recursive: true })
  try {
    await withClient(pool, async (client) => {
      await client.query('begin isolation level repeatable read, read only')
      try {
        const calendars = await client.query<{ id: string }>(ownedCalendars, [userId, calendarId])
        if (calendarId !== null && calendars.rowCount === 0)
          throw new AppError('not_found', 404, 'You own no such calendar.')
        const account = calendarId === null ? await client.query<{ file: string }>(collect, [userId, now]) : undefined
        await writeLines(file, {
          client,
          calendars: calendars.rows.map(({ id }) => id),
          owner: userId,
          site: siteUrl,
          release: packageJson.version,
          now,
          account: account?.rows[0]?.file,
        })
      } finally {
        await client.query('rollback')
      }
    })
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

async function writeLines(file: FileHandle, options: Parameters<typeof writeCalendarFile>[0]): Promise<void> {
  for await (const text of writeCalendarFile(options)) await file.writeFile(text)
}

const ownedCalendars = `
  select id from public.calendars where owner_id = $1 and ($2::uuid is null or id = $2) order by created_at, id`

const list = (rows: string) => `(select coalesce(json_agg(row), '[]') from (${rows}) as row)`

// What the person's calendars hold follows in lines of its own. Secrets are not exported: the password's hash, the second factor's secret, keys of push messages, hashes of tokens, what signs webhooks.
const collect = `
  select json_build_object(
    'exported_at', $2::timestamptz,
    'account', (
      select json_build_object(
        'id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'display_name', p.display_name,
        'trial', p.trial, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
        'two_step_sign_in_since', u.second_factor_since, 'known_networks', u.known_networks
      )
      from auth.users u left join public.profiles p on p.user_id = u.id
      where u.id = $1
    ),
    'sessions', ${list(`
      select s.created_at, s.refreshed_at as last_seen_at, s.signed_in_by, s.user_agent, s.address_hint as network, s.language
      from auth.sessions s where s.user_id = $1 order by s.created_at`)},
    'access_tokens', ${list(`
      select t.name, t.calendar_ids, t.can_write, t.can_see_contacts, t.scopes, t.created_at, t.expires_at, t.last_used_at
      from auth.access_tokens t where t.user_id = $1 order by t.created_at`)},
    'push_subscriptions', ${list(`
      select s.endpoint, s.created_at from public.push_subscriptions s where s.user_id = $1 order by s.created_at`)},
    'memberships', ${list(`
      select m.calendar_id, c.name as calendar_name, m.role, m.created_at, n.email_notifications, n.push_notifications
      from public.calendar_members m
      join public.calendars c on c.id = m.calendar_id
      left join public.notification_preferences n on n.calendar_id = m.calendar_id and n.user_id = m.user_id
      where m.user_id = $1 order by m.created_at`)},
    'events_in_other_calendars', ${list(`
      select e.* from public.events e join public.calendars c on c.id = e.calendar_id
      where e.created_by = $1 and c.owner_id <> $1 order by e.start_time, e.id`)},
    'town_pages', ${list(`
      select l.id, l.slug, l.name, l.description, l.created_at, l.updated_at,
        ${list('select m.calendar_id, m.position, m.color, m.declined_at, m.created_at from public.collection_calendars m where m.collection_id = l.id order by m.position')} as calendars
      from public.collections l where l.owner_id = $1 order by l.created_at`)},
    'rsvp_answers', ${list(`
      select a.event_id, e.title as event_title, a.calendar_id, a.email, a.name, a.answer, a.party, a.reply, a.confirmed_at,
        a.waiting_since, a.checked_in_at, a.created_at, a.updated_at
      from public.rsvp_answers a left join public.events e on e.id = a.event_id
      where a.user_id = $1 or a.user_id is null and a.confirmed_at is not null and a.email = (
        select u.email from auth.users u where u.id = $1 and u.email_confirmed_at is not null
      )
      order by a.created_at, a.id`)},
    'slot_signups', ${list(`
      select s.event_id, e.title as event_title, s.calendar_id, s.email, s.name, s.confirmed_at, s.created_at, s.updated_at,
        ${list('select o.title, a.amount from public.slot_amounts a join public.event_slots o on o.id = a.slot_id where a.signup_id = s.id order by o.position, o.id')} as slots
      from public.slot_signups s left join public.events e on e.id = s.event_id
      where s.user_id = $1 or s.user_id is null and s.confirmed_at is not null and s.email = (
        select u.email from auth.users u where u.id = $1 and u.email_confirmed_at is not null
      )
      order by s.created_at, s.id`)},
    'event_suggestions', ${list(`
      select s.calendar_id, s.event_id, s.state, s.title, s.description, s.location_name, s.location, s.link_url, s.day, s.starts_at,
        s.end_day, s.ends_at, s.all_day, s.name, s.email, s.reason, s.confirmed_at, s.created_at, s.updated_at
      from public.event_suggestions s
      where s.confirmed_at is not null and s.email = (
        select u.email from auth.users u where u.id = $1 and u.email_confirmed_at is not null
      )
      order by s.created_at, s.id`)},
    'poll_answers', ${list(`
      select a.poll_id, p.title as poll_title, p.starts, a.calendar_id, a.email, a.name, a.choices, a.confirmed_at, a.created_at, a.updated_at
      from public.poll_answers a join public.polls p on p.id = a.poll_id
      where a.user_id = $1 or a.user_id is null and a.confirmed_at is not null and a.email = (
        select u.email from auth.users u where u.id = $1 and u.email_confirmed_at is not null
      )
      order by a.created_at, a.id`)},
    'cohost_offers', ${list(`
      select f.event_id, f.calendar_id, f.state, f.created_at
      from private.cohost_offers f where f.offered_by = $1 order by f.created_at, f.event_id, f.calendar_id`)},
    'history', ${list(`
      select l.created_at, l.calendar_id, l.entity_type, l.entity_id, l.action, l.metadata
      from public.audit_logs l where l.actor_user_id = $1 order by l.id`)}
  )::jsonb::text as file`
