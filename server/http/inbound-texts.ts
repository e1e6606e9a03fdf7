// What somebody sent us from their phone: acted on once, and answered. Whoever carries texts calls this, Twilio's webhook or
// the page of caught messages.
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { days } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { type Reply, replyOf, replyTexts } from '#domain/text-replies.ts'
import type { Clock } from '#runtime/clock.ts'
import { createLimits } from './limits.ts'

export type InboundText = {
  /** The carrier's own name for it, the same when it is delivered again. */
  id: string
  /** E.164. */
  from: string
  body: string
  /** What the carrier itself took it for and answered: then it is acted on, and not answered again. */
  handledAs?: Reply | undefined
}

export type InboundTextOptions = { pool: pg.Pool; clock: Clock; linkSecret: string; supportEmail: string }

/** The answer to send, or null for none. */
export async function answerText(options: InboundTextOptions, text: InboundText): Promise<string | null> {
  const { id, from, body, handledAs } = text
  const meaning = handledAs ?? replyOf(body)
  const answer = await inTransaction(options.pool, async (client) => {
    const { rowCount } = await client.query(receive, [id, meaning, options.clock.now()])
    return rowCount === 0 ? null : act(options, client, meaning, from)
  })
  return handledAs ? null : answer
}

async function act(
  options: InboundTextOptions,
  client: pg.PoolClient,
  meaning: Reply,
  from: string,
): Promise<string | null> {
  if (meaning === 'stop') {
    await client.query(suppress, [from, options.clock.now()])
    await client.query(withdrawQuestions, [from])
    return replyTexts.stopped
  }
  if (meaning === 'start' || meaning === 'yes') {
    // Carriers take YES for START too.
    const lifted = await client.query(liftStop, [from])
    const { rows } = meaning === 'yes' ? await client.query(confirmNumber, [from, options.clock.now()]) : { rows: [] }
    if (rows.length > 0) return replyTexts.confirmed(rows.map(({ name }) => name).join(', '))
    if (lifted.rowCount !== 0) return replyTexts.started
  }
  return help(options, client, from)
}

/** Not for ever: on the other side may be a machine that answers whatever it gets. */
async function help(options: InboundTextOptions, client: pg.PoolClient, from: string): Promise<string | null> {
  try {
    const limits = createLimits({ pool: client, secret: options.linkSecret })
    await limits.take({ name: 'text-help', of: from, max: 5, per: days(1) })
    return replyTexts.help(options.supportEmail)
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return null
    throw error
  }
}

const receive = `
  insert into private.inbound_texts (provider_id, meaning, received_at) values ($1, $2, $3)
  on conflict (provider_id) do nothing`

const suppress = `select private.suppress('sms', $1, 'stop', null, $2)`

const withdrawQuestions = 'delete from private.phone_confirmations where phone = $1 and confirmed_at is null'

// A number that answers exists, whatever a carrier said before.
const liftStop = `
  delete from public.suppressions where channel = 'sms' and address = $1 and reason in ('stop', 'bounce')`

const confirmNumber = `
  with answered as (
    update private.phone_confirmations set confirmed_at = $2
    where phone = $1 and confirmed_at is null and sent_at is not null and expires_at > $2
    returning contact_id
  ), confirmed as (
    update public.calendar_contacts k set confirmed_at = $2 from answered
    where k.id = answered.contact_id
    returning k.calendar_id
  )
  select c.name from confirmed join public.calendars c on c.id = confirmed.calendar_id order by c.name`
