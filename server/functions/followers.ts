// A confirmed follow becomes contacts: the address, and the number if one was given.
import type pg from 'pg'
import type { Language } from '#domain/languages.ts'
import type { FunctionContext } from './context.ts'
import { requestSmsConfirmation } from './request-sms-confirmation.ts'

export type Follow = {
  calendar_id: string
  email: string
  phone: string | null
  consent_text_version: string | null
  consented_at: Date | null
  consent_address: string | null
  user_agent: string | null
  language: Language
  /** They had opted out, and come back. */
  is_back: boolean
  /** The member who adds a number of their own. */
  member_id?: string
}

/**
 * reply_yes: the number gets a text and must answer it. limit_reached: the calendar's plan has no place for it. The answer is the same
 * whether or not the number is on the list already: the caller may have typed somebody else's.
 */
export const textings = ['none', 'reply_yes', 'limit_reached'] as const
type Texting = (typeof textings)[number]

/** Whether the address is new on the list. On a full list the transaction has failed, back to its savepoint. */
export async function addAddress(client: pg.PoolClient, follow: Follow, now: Date): Promise<'new' | 'known' | 'full'> {
  try {
    const { rows } = await client.query(insertContact, contactValues(follow, 'email', now, now))
    return rows[0]?.inserted === true ? 'new' : 'known'
  } catch (error) {
    if (isFull(error)) return 'full'
    throw error
  }
}

/** Also for a member's own number. The address is confirmed whatever becomes of it. */
export async function addNumber(
  context: FunctionContext,
  client: pg.PoolClient,
  follow: Follow,
  now: Date,
): Promise<Texting> {
  const { phone } = follow
  if (phone === null) return 'none'
  await client.query('savepoint number')
  try {
    const { rows } = await client.query(insertContact, contactValues(follow, 'phone', null, now))
    const { id, confirmed_at, inserted } = rows[0]
    await client.query(rememberCompanion, [id, follow.email])
    if (confirmed_at) await client.query(switchTextsOn, [id, follow.email])
    else await requestSmsConfirmation(context, client, { contactId: id, phone })
    if (inserted) return 'reply_yes'
    const { rows: list } = await client.query(findFull, [follow.calendar_id])
    return list[0].is_full ? 'limit_reached' : 'reply_yes'
  } catch (error) {
    if (!isFull(error)) throw error
    await client.query('rollback to savepoint number')
    return 'limit_reached'
  }
}

function contactValues(follow: Follow, type: 'email' | 'phone', confirmedAt: Date | null, now: Date): unknown[] {
  const { calendar_id, consent_text_version, consented_at, consent_address, user_agent, language, is_back } = follow
  const by = follow.member_id ?? null
  const value = type === 'email' ? follow.email : follow.phone
  const evidence = [consent_text_version, consented_at, consent_address, user_agent]
  return [calendar_id, type, value, ...evidence, confirmedAt, now, language, is_back, by]
}

/** SQLSTATE of the trigger that holds the limit of a trial. */
function isFull(error: unknown): boolean {
  return (error as { code?: string }).code === 'TB002'
}

// Somebody an admin put on the list before has now asked for it themselves. Who has confirmed keeps their evidence and their language,
// because anybody can ask again in their name; what each request said stays in pending_contact_confirmations. Somebody who had opted out
// and confirmed again by mail has chosen the language anew.
const insertContact = `
  insert into public.calendar_contacts as k (
    calendar_id, contact_type, contact_value, source, consent_text_version, consented_at, consent_address,
    consent_user_agent, confirmed_at, created_at, language, created_by
  )
  values ($1, $2, $3, 'follow', $4, $5, $6, $7, $8, $9, $10, $12)
  on conflict (calendar_id, contact_type, normalised) do update set
    consent_text_version = case when k.confirmed_at is null
      then coalesce(excluded.consent_text_version, k.consent_text_version) else k.consent_text_version end,
    consented_at = case when k.confirmed_at is null then coalesce(excluded.consented_at, k.consented_at) else k.consented_at end,
    consent_address = case when k.confirmed_at is null then excluded.consent_address else k.consent_address end,
    consent_user_agent = case when k.confirmed_at is null then excluded.consent_user_agent else k.consent_user_agent end,
    confirmed_at = coalesce(k.confirmed_at, excluded.confirmed_at),
    language = case
      when k.confirmed_at is null or $11 and k.contact_type = 'email' then excluded.language else k.language
    end
  returning id, confirmed_at, xmax = 0 as inserted`

// Once a number has said YES, another address that names it gains nothing.
const rememberCompanion = `
  insert into private.phone_companions as p (contact_id, email)
  select k.id, $2 from public.calendar_contacts k where k.id = $1 and k.confirmed_at is null
  on conflict (contact_id) do update set email = excluded.email`

/** Who unsubscribed and follows again gets what they ask for: only the reader of the mail that came with the number. */
const switchTextsOn = `
  update private.contact_preferences p set is_on = true
  from private.phone_companions o
  join public.calendar_contacts k on k.id = o.contact_id
  where k.id = $1 and o.email = $2 and p.channel = 'sms' and p.address = k.normalised and p.calendar_id = k.calendar_id
    and not p.is_on`

const findFull = `
  select private.is_on_trial(c.owner_id) and (
    select count(*) from public.calendar_contacts k where k.calendar_id = c.id
  ) >= private.trial_contact_limit() as is_full
  from public.calendars c where c.id = $1`
