// A confirmed follow becomes contacts: the address, and the number if one was given.
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
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
}

/** reply_yes: the number gets a text and must answer it. limit_reached: the calendar's plan has no place for it. */
export type Texting = 'none' | 'reply_yes' | 'confirmed' | 'limit_reached'

/** Whether the address is new on the list. On a full list it is an error: a place may become free, and the link stays good. */
export async function addAddress(client: pg.PoolClient, follow: Follow, now: Date): Promise<boolean> {
  try {
    const { rows } = await client.query(insertContact, contactValues(follow, 'email', now, now))
    return rows[0]?.inserted === true
  } catch (error) {
    if (!isFull(error)) throw error
    const sentence = "This calendar can't take more followers right now. Please try again later."
    throw new AppError('trial_contact_limit', 409, sentence)
  }
}

/** The address is confirmed whatever becomes of the number. */
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
    await client.query(rememberCompanion, [rows[0]?.id, follow.email])
    if (rows[0]?.confirmed_at) return 'confirmed'
    await requestSmsConfirmation(context, client, { contactId: rows[0]?.id, phone })
    return 'reply_yes'
  } catch (error) {
    if (!isFull(error)) throw error
    await client.query('rollback to savepoint number')
    return 'limit_reached'
  }
}

function contactValues(follow: Follow, type: 'email' | 'phone', confirmedAt: Date | null, now: Date): unknown[] {
  const { calendar_id, consent_text_version, consented_at, consent_address, user_agent, language, is_back } = follow
  const value = type === 'email' ? follow.email : follow.phone
  const evidence = [consent_text_version, consented_at, consent_address, user_agent]
  return [calendar_id, type, value, ...evidence, confirmedAt, now, language, is_back]
}

/** SQLSTATE of the trigger that holds the limit of a trial. */
function isFull(error: unknown): boolean {
  return (error as { code?: string }).code === 'TB002'
}

// Somebody an admin put on the list before has now asked for it themselves. Who was asked in their language and said yes keeps it:
// anybody can ask again in another.
const insertContact = `
  insert into public.calendar_contacts as k (
    calendar_id, contact_type, contact_value, source, consent_text_version, consented_at, consent_address,
    consent_user_agent, confirmed_at, created_at, language
  )
  values ($1, $2, $3, 'follow', $4, $5, $6, $7, $8, $9, $10)
  on conflict (calendar_id, contact_type, normalised) do update set
    consent_text_version = coalesce(excluded.consent_text_version, k.consent_text_version),
    consented_at = coalesce(excluded.consented_at, k.consented_at),
    consent_address = excluded.consent_address,
    consent_user_agent = excluded.consent_user_agent,
    confirmed_at = coalesce(k.confirmed_at, excluded.confirmed_at),
    language = case when k.confirmed_at is null or $11 then excluded.language else k.language end
  returning id, confirmed_at, xmax = 0 as inserted`

// Once a number has said YES, another address that names it gains nothing.
const rememberCompanion = `
  insert into private.phone_companions as p (contact_id, email)
  select k.id, $2 from public.calendar_contacts k where k.id = $1 and k.confirmed_at is null
  on conflict (contact_id) do update set email = excluded.email`
