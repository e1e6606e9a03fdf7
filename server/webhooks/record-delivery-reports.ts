// Writes down what carriers report. In which order, how often and after what else does not matter: a delivery only moves to
// a state of higher finality (private.report_delivery).
import type pg from 'pg'

export type Report = {
  channel: 'email' | 'sms'
  /** Normalised. */
  address: string
  /** Our own name for the message, or the carrier's; whichever is known. */
  deliveryId: string | undefined
  providerId: string | undefined
  state?: 'sent' | 'delivered' | 'failed' | 'bounced' | undefined
  /** Nothing more to this address on this channel. */
  suppress?: 'bounce' | 'complaint' | 'stop' | undefined
  /** Nothing more from this calendar. */
  optOut?: 'one_click' | 'bounce' | undefined
  detail: string
  at: Date
}

export async function recordDeliveryReports(pool: pg.Pool, reports: Report[]): Promise<void> {
  if (reports.length === 0) return
  const { rows } = await pool.query<Found>(findDeliveries, [JSON.stringify(reports.map(keysOf))])
  const found = new Map(rows.map((row) => [row.place, row]))
  const states = reports.flatMap((report, place) => {
    const delivery = found.get(place + 1)
    return delivery && report.state
      ? [{ id: delivery.id, state: report.state, detail: plain(report.detail), at: report.at }]
      : []
  })
  await pool.query(report, [JSON.stringify(states)])

  const harmed = new Set<string>()
  for (const [place, { channel, address, suppress: reason, optOut: out, detail, at }] of reports.entries()) {
    const delivery = found.get(place + 1)
    if (reason) await pool.query(suppress, [channel, address, reason, plain(detail), at])
    if (reason === 'complaint' && delivery) await pool.query(noteComplaint, [delivery.id, at])
    if (out && delivery) await pool.query(optOut, [delivery.calendar_id, address, out])
    if ((reason === 'bounce' || reason === 'complaint') && delivery) harmed.add(delivery.calendar_id)
  }
  for (const calendarId of harmed) await pool.query('select private.review_sending($1)', [calendarId])
}

/** Cleans a text for PostgreSQL and shortens it: a carrier forwards whatever a foreign server wrote. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
}

function keysOf({ channel, address, deliveryId, providerId }: Report) {
  return { channel, address, delivery_id: deliveryId, provider_id: providerId && plain(providerId) }
}

type Found = { place: number; id: string; calendar_id: string }

// A carrier's name may stand for several recipients of one call, so the address must match too.
const findDeliveries = `
  select place::int, d.id, d.calendar_id
  from rows from (
    jsonb_to_recordset($1) as (channel text, address text, delivery_id uuid, provider_id text)
  ) with ordinality as r (channel, address, delivery_id, provider_id, place)
  join lateral (
    select d.id, d.calendar_id from public.deliveries d
    where d.channel = r.channel and (
      d.id = r.delivery_id
      or r.delivery_id is null and d.provider_id = r.provider_id and d.address = r.address
    )
    limit 1
  ) d on true`

// Ordered by id so that two batches cannot deadlock.
const report = `
  select private.report_delivery(ordered.id, ordered.state, ordered.detail, ordered.at)
  from (
    select * from jsonb_to_recordset($1) as r (id uuid, state text, detail text, at timestamptz) order by r.id
  ) as ordered`

const suppress = 'select private.suppress($1, $2, $3, $4, $5)'

const noteComplaint = 'update public.deliveries set complained_at = coalesce(complained_at, $2) where id = $1'

const optOut = `
  insert into public.opt_outs (calendar_id, email, source) values ($1, $2, $3)
  on conflict (calendar_id, email) do nothing`
