// `townbell admin recipients`, `opt-out`, `suppressions` and `lift`: who gets nothing, and why.
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import * as recipientsOf from '#server/operator/recipients.ts'
import { findCalendar } from './calendars.ts'
import { counted, UsageError } from './command.ts'

const words: Record<recipientsOf.StopReason, string> = {
  bounce: 'bounced',
  complaint: 'complained',
  stop: 'replied STOP',
  operator: 'stopped by an operator',
  left: 'left',
  asked_operator: 'asked an operator',
  unsubscribed: 'unsubscribed',
}

export async function recipients(pool: pg.Pool, [which = '']: string[]): Promise<void> {
  const { id } = await findCalendar(pool, which)
  const { rows } = await pool.query<Recipient>(listRecipients, [id])
  if (rows.length === 0) return console.log('It has no contacts.')
  for (const { address, channel, state, at, last_error: error, stopped } of rows) {
    const outcome = [address, channel, state ?? 'nothing sent yet', at?.toISOString(), error]
    const why = stopped?.map(({ why, detail }) => `${words[why]}${detail ? ` (${detail})` : ''}`).join(', ')
    console.log([...outcome, why && `gets nothing: ${why}`].filter(Boolean).join('  '))
  }
}

export async function optOut(pool: pg.Pool, [typed = '']: string[]): Promise<void> {
  const reached = readAddress(typed)
  const { address } = reached
  const calendars = await inTransaction(pool, (client) => recipientsOf.optOut(client, reached))
  if (calendars === null)
    return console.log(`${address} gets no texts any more. Only a text with START from this number lifts it.`)
  console.log(
    calendars === 0
      ? `Nothing changed: ${address} is on no list, or has opted out of each.`
      : `${address} gets nothing any more from ${counted(calendars, 'calendar')}. Only their own confirmed follow lifts it.`,
  )
}

/** Without an address the newest. */
export async function suppressions(pool: pg.Pool, [typed]: string[]): Promise<void> {
  const address = typed === undefined ? null : readAddress(typed).address
  const found = await recipientsOf.listStops(pool, address)
  if (found.length === 0) return console.log(address ? `Nothing stops ${address}.` : 'There are none.')
  for (const { channel, address: whose, calendar, why, created_at: at, detail } of found)
    console.log(
      [at.toISOString(), channel, whose, calendar ?? 'everywhere', words[why], detail].filter(Boolean).join('  '),
    )
}

export async function lift(pool: pg.Pool, [typed = '']: string[]): Promise<void> {
  const { address } = readAddress(typed)
  const lifted = await recipientsOf.liftBounces(pool, address)
  const left = await recipientsOf.listStops(pool, address)
  console.log(lifted > 0 ? `Lifted ${counted(lifted, 'bounce')} of ${address}.` : `There is no bounce of ${address}.`)
  if (left.length > 0)
    console.log(
      `Not lifted: ${left.map(({ why }) => words[why]).join(', ')}. Only they can, by following or with START.`,
    )
}

function readAddress(typed: string): recipientsOf.Reached {
  const found = recipientsOf.readAddress(typed)
  if (found) return found
  throw new UsageError(`Give an email address or a phone number${typed ? `; ${typed} is neither` : ''}.`)
}

type Recipient = {
  address: string
  channel: string | null
  state: string | null
  at: Date | null
  last_error: string | null
  stopped: Pick<recipientsOf.Stop, 'why' | 'detail'>[] | null
}

const listRecipients = `
  select k.normalised as address, last.channel, last.state, last.at, last.last_error, (
    select json_agg(json_build_object('why', s.why, 'detail', s.detail) order by s.created_at)
    from ${recipientsOf.stops} s
    where s.channel = case k.contact_type when 'phone' then 'sms' else 'email' end and s.address = k.normalised
      and (s.calendar_id is null or s.calendar_id = k.calendar_id)
  ) as stopped
  from public.calendar_contacts k
  left join public.contact_outcomes($1) last on last.contact_id = k.id
  where k.calendar_id = $1
  order by 1`
