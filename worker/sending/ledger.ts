// The deliveries as a sender uses them: claimed in batches, committed one by one just before each leaves, settled afterwards.
// Commits and settlements of several connections are coalesced into one call to PostgreSQL.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import type { Language } from '#domain/languages.ts'
import type { Clock } from '#runtime/clock.ts'
import { createSemaphore } from '#runtime/semaphore.ts'

export type Channel = 'email' | 'sms' | 'push'

export type Claimed = {
  id: string
  token: string
  channel: Channel
  address: string
  attempts: number
  /** How many copies may have left. Above 0, a text is first looked up at the carrier. */
  copies: number
  source: string | null
  /** Whether the person themselves asked for it. */
  confirmed: boolean
  /** The recipient's language: as they chose, or as they followed. */
  language: Language
  /** The events of the mailing that this recipient is notified of; null for all. */
  event_ids: string[] | null
  created_at: Date
  expires_at: Date | null
  time_zone: string | null
  /** Set by `begin`. */
  messageId?: string | undefined
}

/** One calendar's part of a digest. */
export type ClaimedPart = Claimed & { mailing_id: string }

/** `count`: how many recipients its job sends to, where they are fewer than usual. */
export type Mailing = { id: string; calendarId: string; channel: Channel; count?: number | undefined }

/** `state: planned` returns the delivery for another attempt. `refused`: certainly no copy left. `unused`: the attempt does not count. */
export type Settlement = {
  state: 'sent' | 'planned' | 'failed' | 'bounced' | 'expired' | 'cancelled'
  error?: string | undefined
  providerId?: string | undefined
  nextAttemptAt?: Date | undefined
  refused?: boolean
  unused?: boolean
}

export type Begin = { version: string; messageId?: string | undefined; segments?: number | undefined }
export type Verdict = 'go' | 'again' | 'opted_out' | 'lost'

export type Ledger = {
  claim(mailing: Mailing, count: number): Promise<Claimed[]>
  /** Claims everything that so many recipients of this digest get that day, from other calendars too. */
  claimDigests(mailing: Mailing, readers: number): Promise<ClaimedPart[]>
  /** Asks whether the message may leave now. When it returns `go`, that has been committed. */
  begin(row: Claimed, begin: Begin): Promise<Verdict>
  /** Records the outcome immediately; retries while the database is unreachable. */
  settle(row: Claimed, settled: Settlement): void
  /** Resolves when everything is recorded; throws when that is not possible now. */
  flushed(): Promise<void>
  /** Extends the leases of these rows by another half minute. */
  renew(rows: Claimed[]): Promise<void>
  recover(): Promise<number>
}

export const LEASE_MS = seconds(30)
/** Short enough that a message that was sent is recorded before its lease runs out and another worker takes it over (private.recover_deliveries). */
const RETRY_MS = 500

/** Nothing left, and the attempt does not count. */
export const UNSENT: Settlement = { state: 'planned', refused: true, unused: true }

type Waiting = { row: Claimed; begin: Begin; resolve: (verdict: Verdict) => void; reject: (error: unknown) => void }

export function createLedger({ pool, clock, holder }: { pool: pg.Pool; clock: Clock; holder: () => number }): Ledger {
  let settled: { row: Claimed; settled: Settlement }[] = []
  const waiting: Waiting[] = []
  const leaving = new Set<Claimed>()
  let running: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  // Concurrent claims would skip each other's locked rows, and delay the messages that are about to leave.
  const claiming = createSemaphore(1)

  return {
    async claim({ id, calendarId, channel }, count) {
      const token = randomUUID()
      const values = [id, calendarId, channel, count, clock.now(), token, holder(), `${LEASE_MS} milliseconds`]
      const { rows } = await claiming.run(() =>
        pool.query<Omit<Claimed, 'token'>>({ name: 'claim', text: claimDue, values }),
      )
      return rows.map((row) => ({ ...row, token }))
    },
    async claimDigests({ id, calendarId }, readers) {
      const token = randomUUID()
      const values = [id, calendarId, readers, clock.now(), token, holder(), `${LEASE_MS} milliseconds`]
      const { rows } = await pool.query<Omit<ClaimedPart, 'token'>>(claimReaders, values)
      return rows.map((row) => ({ ...row, token }))
    },
    begin(row, begin) {
      row.messageId = begin.messageId
      return new Promise((resolve, reject) => {
        waiting.push({ row, begin, resolve, reject })
        flush().catch(() => {})
      })
    },
    settle(row, outcome) {
      leaving.delete(row)
      settled.push({ row, settled: outcome })
      // Immediately: until it is recorded, a crash would send the message again.
      flush().catch(() => {})
    },
    async flushed() {
      while (settled.length > 0 || running) await flush()
    },
    async renew(rows) {
      if (rows.length === 0) return
      await pool.query(renewLeases, [rows.map((row) => row.id), rows[0]?.token, `${LEASE_MS} milliseconds`])
    },
    async recover() {
      const { rows } = await pool.query('select private.recover_deliveries($1) as count', [clock.now()])
      return Number(rows[0].count)
    },
  }

  /** Runs one call at a time; what arrives meanwhile goes with the next. */
  function flush(): Promise<void> {
    running ??= (async () => {
      try {
        // Waits one turn of the event loop, so that connections that were woken together share a call.
        await new Promise(setImmediate)
        while (waiting.length > 0 || settled.length > 0) await advance()
      } finally {
        // Reset here and not a turn later, when a new caller would wait for a run that has ended.
        running = undefined
        if (settled.length > 0 && !retry) retry = setTimeout(flushAgain, RETRY_MS).unref()
      }
    })()
    return running
  }

  function flushAgain(): void {
    retry = undefined
    flush().catch(() => {})
  }

  /** Answers at most half of the messages in flight: while PostgreSQL commits those, the others leave. All at once, both sides would wait in turn. */
  async function advance(): Promise<void> {
    const requests = waiting.splice(0, Math.ceil((waiting.length + leaving.size) / 2))
    const outcomes = settled
    settled = []
    try {
      const values = [clock.now(), JSON.stringify(outcomes.map(settledJson)), JSON.stringify(requests.map(beginJson))]
      const { rows } = await pool.query<{ id: string; verdict: Verdict }>({ name: 'advance', text: advanceAll, values })
      const verdicts = new Map<string, Verdict>()
      for (const { id, verdict } of rows) if (!verdicts.has(id)) verdicts.set(id, verdict)
      for (const { row, resolve } of requests) {
        const verdict = verdicts.get(row.id) ?? 'lost'
        if (verdict === 'go') leaving.add(row)
        resolve(verdict)
      }
    } catch (error) {
      // Outcomes are recorded as soon as the database is back. Messages that asked for permission are not sent; PostgreSQL may still have
      // committed `go` with an answer that came too late, so they are settled as unsent.
      settled = [...outcomes, ...requests.map(({ row }) => ({ row, settled: UNSENT })), ...settled]
      for (const { reject } of requests) reject(error)
      if (requests.length === 0) throw error
    }
  }
}

function settledJson({ row, settled }: { row: Claimed; settled: Settlement }) {
  const { state, error, providerId, nextAttemptAt, refused = false, unused = false } = settled
  return {
    id: row.id,
    token: row.token,
    state,
    error,
    provider_id: providerId,
    message_id: row.messageId,
    next_attempt_at: nextAttemptAt,
    refused,
    unused,
  }
}

/** The Message-ID is indexed, so it is written with the outcome; earlier only for a second copy, when the first had no outcome. */
function beginJson({ row, begin }: Waiting) {
  const { version, messageId, segments } = begin
  const { id, token, channel, address, copies } = row
  return { id, token, channel, address, version, message_id: copies > 0 ? messageId : undefined, segments }
}

const advanceAll = 'select id, verdict from private.advance_deliveries($1, $2, $3)'

/** A subquery by key for each row: with a join, PostgreSQL may scan all preferences for a batch of a hundred. */
const languageOf = (d: string, calendar: string) => `
  coalesce(
    (select choice.language from private.contact_choices choice where choice.contact_id = ${d}.contact_id),
    (
      select p.language from private.contact_preferences p
      where ${d}.member_id is not null and p.channel = 'email' and p.address = ${d}.address and (p.calendar_id = ${calendar} or p.calendar_id is null)
      order by p.calendar_id nulls last limit 1
    ),
    (select guest.language from private.guest_of(${d}.id) as guest where ${d}.contact_id is null and ${d}.member_id is null and ${d}.channel = 'email'),
    'en'
  )`

/**
 * True if delivery `d` may leave: its calendar is neither disabled nor paused, and its mailing waits for no review. Otherwise the database
 * knows the exceptions.
 */
export const isReleased = (mailing: string, calendar: string, d: string) => `
  (not ${calendar}.disabled and (
    ${calendar}.sending_paused_at is null and ${mailing}.review is distinct from 'waiting'
    or private.is_released(coalesce(${d}.contact_id, ${d}.member_id), ${d}.channel, ${mailing}.kind, ${calendar}.sending_paused_by)
  ))`

/** Claims due deliveries; texts only outside the quiet hours of their phone, unless it is an emergency. Leases use the database's clock, which all workers share. */
const claimDue = `
  with due as (
    select d.id from public.deliveries d
    cross join (
      select m.kind, m.review, m.emergency, c.disabled, c.sending_paused_at, c.sending_paused_by
      from public.mailings m join public.calendars c on c.id = m.calendar_id
      where m.id = $1
      offset 0
    ) as gate
    where d.mailing_id = $1 and d.calendar_id = $2 and d.is_waiting and d.channel = $3
      and d.next_attempt_at <= $5 and (d.expires_at is null or d.expires_at > $5)
      and (d.channel <> 'sms' or gate.emergency or private.text_time($5, coalesce(d.time_zone, 'UTC')) <= $5)
      and ${isReleased('gate', 'gate', 'd')}
      and not exists (select from private.holds)
    limit $4
    for update of d skip locked
  ), claimed as (
    update public.deliveries d set
      state = 'claimed', updated_at = now(), attempts = d.attempts + 1, lease_token = $6, lease_holder = $7,
      lease_until = clock_timestamp() + $8::interval
    from due where d.id = due.id
    returning d.id, d.channel, d.address, d.attempts, d.copies, d.contact_id, d.member_id, d.event_ids, d.created_at, d.expires_at, d.time_zone
  )
  select c.id, c.channel, c.address, c.attempts, c.copies, c.event_ids, c.created_at, c.expires_at, c.time_zone,
    case when c.member_id is null then k.source else 'member' end as source,
    k.confirmed_at is not null or c.member_id is not null as confirmed, ${languageOf('c', '$2')} as language
  from claimed c left join public.calendar_contacts k on k.id = c.contact_id`

/**
 * Claims all parts of a digest. Rows are locked in order and waited for, not skipped: two workers that reach one recipient through two
 * calendars must not each take a part. The second one finds nothing planned any more.
 */
const claimReaders = `
  with due as (
    select d.id
    from public.mailings own
    join public.mailings m on m.day = own.day and m.kind = 'digest' and m.state in ('planned', 'sending')
    join public.calendars c on c.id = m.calendar_id
    join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.channel = 'email'
    where own.id = $1 and d.is_waiting and d.next_attempt_at <= $4 and (d.expires_at is null or d.expires_at > $4)
      and d.address = any (array(
        select r.address from public.deliveries r
        join public.mailings first on first.id = r.mailing_id
        join public.calendars o on o.id = r.calendar_id
        where r.mailing_id = $1 and r.calendar_id = $2 and r.is_waiting and r.channel = 'email'
          and r.next_attempt_at <= $4 and (r.expires_at is null or r.expires_at > $4)
          and ${isReleased('first', 'o', 'r')}
        order by r.address limit $3
      ))
      and ${isReleased('m', 'c', 'd')}
      and not exists (select from private.holds)
    order by d.id
    for update of d
  ), claimed as (
    update public.deliveries d set
      state = 'claimed', updated_at = now(), attempts = d.attempts + 1, lease_token = $5, lease_holder = $6,
      lease_until = clock_timestamp() + $7::interval
    from due where d.id = due.id and d.is_waiting
    returning d.*
  )
  select c.id, c.mailing_id, c.channel, c.address, c.attempts, c.copies, c.event_ids, c.created_at, c.expires_at, c.time_zone, null as source,
    c.member_id is not null
      or exists (select from public.calendar_contacts contact where contact.id = c.contact_id and contact.confirmed_at is not null) as confirmed,
    ${languageOf('c', 'c.calendar_id')} as language
  from claimed c join public.calendars k on k.id = c.calendar_id
  order by c.address, k.name, c.id`

/** Skips a row that is being written this moment: waiting for it while holding others could end in a deadlock. The next renewal has it again. */
const renewLeases = `
  update public.deliveries set lease_until = clock_timestamp() + $3::interval
  where id in (
    select d.id from public.deliveries d
    where d.id = any ($1) and d.lease_token = $2 and d.state in ('claimed', 'committing')
    for update skip locked
  )`
