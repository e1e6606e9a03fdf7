// What a calendar knows of an address that wants to follow it, and the request that waits for its confirmation. For following one
// calendar, and several at once from a town page.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { smsConsent } from '#domain/follow-choices.ts'
import type { Language } from '#domain/languages.ts'
import { CONFIRMATION_LIFETIME_MS, WAITING_MS } from '#domain/limits.ts'
import { oneTimeToken, tokenHash } from '#messages/signatures.ts'
import { type Mailable, mailableColumns } from './linked/request.ts'

export type FollowRequest = {
  calendarId: string
  email: string
  phone: string | null
  language: Language
  wait: boolean
  network: string
  userAgent: string | null
}

export type Standing = Mailable & {
  calendar_id: string
  allow_guest_users: boolean
  subscribed: boolean
  /** On the list, perhaps unsubscribed. */
  listed: boolean
  pending: boolean
  /** No place is free, or others wait for one. */
  full: boolean
  waiting: boolean
  /** How many wait. */
  queue: number
}

export async function readStandings(
  client: pg.PoolClient,
  { calendarIds, email, now }: { calendarIds: string[]; email: string; now: Date },
): Promise<Standing[]> {
  return (await client.query<Standing>(findStanding, [calendarIds, email, now])).rows
}

/** Whoever is on the list needs no place, also after unsubscribing. */
export const needsPlace = ({ full, listed }: Standing) => full && !listed

/**
 * Stores the request and returns its id; null when somebody else's for the same address was first. `group` names what is confirmed
 * together.
 */
export async function storeRequest(
  client: pg.PoolClient,
  request: Omit<FollowRequest, 'wait'> & { isFull: boolean; group: string | null; now: Date; linkSecret: string },
): Promise<string | null> {
  const { calendarId, email, phone, language, network, userAgent, isFull, group, now, linkSecret } = request
  const id = randomUUID()
  const { rowCount } = await client.query(insertPending, [
    id,
    calendarId,
    email,
    phone,
    tokenHash(oneTimeToken(linkSecret, id)),
    phone && smsConsent.version(language),
    phone && now,
    network,
    userAgent,
    now,
    new Date(now.getTime() + (isFull ? WAITING_MS : CONFIRMATION_LIFETIME_MS)),
    language,
    isFull ? now : null,
    isFull ? null : group,
  ])
  return rowCount === 0 ? null : id
}

/** Returns the request that waits for its confirmation; null when it was confirmed this moment. */
export async function findPending(client: pg.PoolClient, calendarId: string, email: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(findPendingId, [calendarId, email])
  return rows[0]?.id ?? null
}

export async function queueConfirmation(client: pg.PoolClient, id: string, townPage?: string): Promise<void> {
  await client.query(queueMail, [id, townPage])
}

/** Mails somebody who follows already that they do, without an address in the queue. */
export async function queueAlready(client: pg.PoolClient, calendarId: string, email: string): Promise<void> {
  await client.query(queueAlreadyMail, [calendarId, email])
}

// Who opted out may ask again: only their own confirmation lifts it. Who complained is not asked by us any more.
const findStanding = `
  select
    c.id as calendar_id,${mailableColumns('$2', '$3')},
    c.allow_guest_users and c.sending_paused_by is distinct from 'suspension' as allow_guest_users,
    exists (
      select from public.calendar_contacts k
      where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = $2
    ) and not exists (select from public.opt_outs o where o.calendar_id = c.id and o.email = $2) as subscribed,
    exists (
      select from public.calendar_contacts k
      where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = $2
    ) as listed,
    exists (
      select from public.pending_contact_confirmations p
      where p.calendar_id = c.id and p.email = $2 and p.used_at is null and p.expires_at > $3
    ) as pending,
    private.free_places(c.id, $3) = 0 or private.free_places(c.id, $3) <= private.waiting_count(c.id, $3) as full,
    exists (
      select from public.pending_contact_confirmations p
      where p.calendar_id = c.id and p.email = $2 and p.used_at is null and p.waiting_since is not null and p.asked_at is null
    ) as waiting,
    private.waiting_count(c.id, $3)::int as queue
  from public.calendars c
  where c.id = any ($1::uuid[]) and not c.disabled
  order by c.id`

// A request that has expired gives its place to the new one, with a new id and so a new token.
const insertPending = `
  insert into public.pending_contact_confirmations as p (
    id, calendar_id, email, phone, token_hash, consent_text_version, consented_at, consent_address, user_agent, created_at, expires_at,
    language, waiting_since, group_id
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict (calendar_id, email) where used_at is null do update set
    id = excluded.id,
    phone = excluded.phone,
    token_hash = excluded.token_hash,
    consent_text_version = excluded.consent_text_version,
    consented_at = excluded.consented_at,
    consent_address = excluded.consent_address,
    user_agent = excluded.user_agent,
    created_at = excluded.created_at,
    expires_at = excluded.expires_at,
    language = excluded.language,
    waiting_since = excluded.waiting_since,
    asked_at = null,
    group_id = excluded.group_id
  where p.expires_at <= excluded.created_at`

const findPendingId = `
  select id from public.pending_contact_confirmations where calendar_id = $1 and email = $2 and used_at is null`

const queueMail = `
  select private.send_letter('follow/confirmation', json_strip_nulls(json_build_object('confirmation', $1::uuid, 'collection', $2::uuid)), $1::text)`

const queueAlreadyMail = `
  select private.send_letter('follow/already', json_build_object('contact', k.id))
  from public.calendar_contacts k
  where k.calendar_id = $1 and k.contact_type = 'email' and k.normalised = $2`
