// Texts a follower's number to ask for the reply YES. Anyone can type anyone's number, so it gets few such texts.
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { isTextable, normalisePhone } from '#domain/phones.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

type Asked = { contactId: string; phone: string }

/** For a follow, which stands without the text: the number stays unconfirmed until it is asked another day. */
export async function requestSmsConfirmation(
  context: FunctionContext,
  client: pg.PoolClient,
  asked: Asked,
): Promise<void> {
  try {
    await askForYes(context, client, asked)
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return
    throw error
  }
}

export function notTextable(): AppError {
  return new AppError('phone_not_supported', 400, 'We can only text mobile numbers in the United States and Canada.')
}

/** The number as it is stored and texted, or why it cannot be. */
export function textableNumber(typed: string): string {
  const number = normalisePhone(typed)
  if (number === null) throw new AppError('validation_failed', 400, followTexts.invalidPhone.body)
  if (!isTextable(number)) throw notTextable()
  return number
}

/** Throws 429 beyond a limit. Returns `open` if the number was asked and can still reply, and `stopped` if it replied STOP: no second text. */
export async function askForYes(
  { clock, linkSecret }: Pick<FunctionContext, 'clock' | 'linkSecret'>,
  client: pg.PoolClient,
  { contactId, phone }: Asked,
): Promise<'asked' | 'open' | 'stopped'> {
  const now = clock.now()
  const expires = new Date(now.getTime() + CONFIRMATION_LIFETIME_MS)
  const { rows } = await client.query(insertRequest, [contactId, phone, now, expires])
  if (rows[0] === undefined) return 'open'
  if (rows[0].stopped) return 'stopped'
  const limits = createLimits({ pool: client, secret: linkSecret })
  await limits.take({ name: 'confirmation-text', of: phone }, { name: 'confirmation-text-owner', of: rows[0].owner_id })
  await client.query(queueText, [rows[0].id])
  return 'asked'
}

const insertRequest = `
  insert into private.phone_confirmations as q (contact_id, phone, created_at, expires_at)
  values ($1, $2, $3, $4)
  on conflict (contact_id) do update set
    created_at = excluded.created_at, expires_at = excluded.expires_at, sent_at = null, provider_id = null, last_error = null
  where q.confirmed_at is null and q.expires_at <= excluded.created_at
  returning id, exists (select from public.suppressions s where s.channel = 'sms' and s.address = $2) as stopped, (
    select c.owner_id from public.calendar_contacts k join public.calendars c on c.id = k.calendar_id where k.id = $1
  ) as owner_id`

const queueText = `
  select graphile_worker.add_job('send-confirmation-text', json_build_object('confirmation', $1::uuid), max_attempts := 5)`
