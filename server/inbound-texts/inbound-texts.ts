// Processes a text from a person's phone once, and returns the reply. Called by Twilio's webhook and by the page of caught
// messages.
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import type { Language } from '#domain/languages.ts'
import { languageOf, type Reply, replyOf } from '#domain/text-replies.ts'
import type { TextTexts } from '#messages/sms/texts.ts'
import { textsIn } from '#messages/sms/texts-in.ts'
import type { Clock } from '#runtime/clock.ts'
import { createLimits } from '#server/http/limits.ts'

export type InboundText = {
  /** The carrier's own name for it, the same when it is delivered again. */
  id: string
  /** E.164. */
  from: string
  body: string
  /** The keyword, if the carrier has already replied: then the text is processed without a second reply. */
  handledAs?: Reply | undefined
}

export type InboundTextOptions = { pool: pg.Pool; clock: Clock; linkSecret: string; supportEmail: string }

/** The answer to send, or null for none. */
export async function answerText(options: InboundTextOptions, text: InboundText): Promise<string | null> {
  const { id, from, body, handledAs } = text
  const meaning = handledAs ?? replyOf(body)
  const answer = await inTransaction(options.pool, async (client) => {
    const { rowCount } = await client.query(receive, [id, meaning, options.clock.now()])
    if (rowCount === 0) return null
    const language = languageOf(body) ?? (await languageOfNumber(client, from))
    return act(options, client, meaning, from, textsIn[language])
  })
  return handledAs ? null : answer
}

async function act(
  options: InboundTextOptions,
  client: pg.PoolClient,
  meaning: Reply,
  from: string,
  texts: TextTexts,
): Promise<string | null> {
  if (meaning === 'stop') {
    await client.query(suppress, [from, options.clock.now()])
    await client.query(withdrawQuestions, [from])
    return texts.stopped
  }
  if (meaning === 'start' || meaning === 'yes') {
    // Carriers take YES for START too.
    const lifted = await client.query(liftStop, [from])
    const { rows } = meaning === 'yes' ? await client.query(confirmNumber, [from, options.clock.now()]) : { rows: [] }
    if (rows.length > 0) return texts.confirmed(rows.map(({ name }) => name).join(', '))
    if (lifted.rowCount !== 0) return texts.started
  }
  return help(options, client, from, texts)
}

/** Stops after a while: on the other side may be a machine that answers whatever it gets. */
async function help(
  options: InboundTextOptions,
  client: pg.PoolClient,
  from: string,
  texts: TextTexts,
): Promise<string | null> {
  try {
    const limits = createLimits({ pool: client, secret: options.linkSecret })
    await limits.take({ name: 'text-help', of: from })
    return texts.help(options.supportEmail)
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return null
    throw error
  }
}

async function languageOfNumber(client: pg.PoolClient, from: string): Promise<Language> {
  const { rows } = await client.query<{ language: Language }>(findLanguage, [from])
  return rows[0]?.language ?? 'en'
}

/** The language they chose last; otherwise that of a confirmed follow before others, because anyone can enter any number. */
const findLanguage = `
  select language from (
    select 1 as rank, p.language, p.updated_at as at from private.contact_preferences p
    where p.channel = 'sms' and p.address = $1
    union all
    select case when k.confirmed_at is null then 3 else 2 end, k.language, k.created_at from public.calendar_contacts k
    where k.contact_type = 'phone' and k.normalised = $1
  ) as known
  order by rank, at desc limit 1`

const receive = `
  insert into private.inbound_texts (provider_id, meaning, received_at) values ($1, $2, $3)
  on conflict (provider_id) do nothing`

const suppress = `select private.suppress('sms', $1, 'stop', null, $2)`

const withdrawQuestions = 'delete from private.phone_confirmations where phone = $1 and confirmed_at is null'

// A number that replies exists, even if a carrier reported otherwise before.
const liftStop = `
  delete from public.suppressions where channel = 'sms' and address = $1 and reason in ('stop', 'bounce')`

// Whoever had switched the texts off has asked anew, and says so.
const confirmNumber = `
  with answered as (
    update private.phone_confirmations set confirmed_at = $2
    where phone = $1 and confirmed_at is null and sent_at is not null and expires_at > $2
    returning contact_id
  ), confirmed as (
    update public.calendar_contacts k set confirmed_at = $2 from answered
    where k.id = answered.contact_id
    returning k.calendar_id, k.normalised
  ), switched_on as (
    update private.contact_preferences p set is_on = true from confirmed
    where p.channel = 'sms' and p.address = confirmed.normalised and p.calendar_id = confirmed.calendar_id and not p.is_on
  )
  select c.name from confirmed join public.calendars c on c.id = confirmed.calendar_id order by c.name`
