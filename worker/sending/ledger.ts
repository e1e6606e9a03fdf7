// The deliveries as the sender sees them: claimed a batch at a time, asked about just before each leaves, written down after.
// What several connections ask and say in the same moment goes to PostgreSQL in one call.
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
  /** How many may have left before: above 0 a carrier is asked first whether it knows the message. */
  copies: number
  source: string | null
  /** Of whom it goes to: as they chose, or as they followed. */
  language: Language
  /** Which of the mailing's events this person is told; null: all. */
  event_ids: string[] | null
  created_at: Date
  expires_at: Date | null
  time_zone: string | null
  /** Once it was asked whether it may leave. */
  messageId?: string | undefined
}

/** One calendar's part of a digest. */
export type ClaimedPart = Claimed & { mailing_id: string }

export type Mailing = { id: string; calendarId: string; channel: Channel }

/** `state: planned` gives it back. `refused`: for certain no copy left. `unused`: the try does not count. */
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
  /** Everything that so many readers of this digest get that day, also from other calendars. */
  claimDigests(mailing: Mailing, readers: number): Promise<ClaimedPart[]>
  /** May it leave now? `go` has been written down when this answers. */
  begin(row: Claimed, begin: Begin): Promise<Verdict>
  /** Written down at once; kept and tried again while the database is away. */
  settle(row: Claimed, settled: Settlement): void
  /** Resolves when nothing is left to write down; throws when that cannot be done now. */
  flushed(): Promise<void>
  /** Keeps the leases of these rows for another half minute. */
  renew(rows: Claimed[]): Promise<void>
  recover(): Promise<number>
}

export const LEASE_MS = seconds(30)
/** Soon enough that nobody takes over what was sent before it is written down (private.recover_deliveries). */
const RETRY_MS = 500

const UNSENT: Settlement = { state: 'planned', refused: true, unused: true }

type Waiting = { row: Claimed; begin: Begin; resolve: (verdict: Verdict) => void; reject: (error: unknown) => void }

export function createLedger({ pool, clock, holder }: { pool: pg.Pool; clock: Clock; holder: () => number }): Ledger {
  let settled: { row: Claimed; settled: Settlement }[] = []
  const waiting: Waiting[] = []
  const leaving = new Set<Claimed>()
  let running: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  // Several at a time would pass over each other's rows, and keep PostgreSQL from what is about to leave.
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
      // At once: until it is written down, a crash would send the message again.
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

  /** One call at a time: what comes meanwhile goes with the next. */
  function flush(): Promise<void> {
    running ??= (async () => {
      try {
        // A turn of the loop, so that connections that were woken together go together.
        await new Promise(setImmediate)
        while (waiting.length > 0 || settled.length > 0) await advance()
      } finally {
        // Here, and not a turn later: whoever comes then would wait for what has ended.
        running = undefined
        if (settled.length > 0 && !retry) retry = setTimeout(again, RETRY_MS).unref()
      }
    })()
    return running
  }

  function again(): void {
    retry = undefined
    flush().catch(() => {})
  }

  /** For half of those on their way: while PostgreSQL writes for them, the others leave. All at once, each would wait for the other. */
  async function advance(): Promise<void> {
    const asked = waiting.splice(0, Math.ceil((waiting.length + leaving.size) / 2))
    const said = settled
    settled = []
    try {
      const values = [clock.now(), JSON.stringify(said.map(settledJson)), JSON.stringify(asked.map(beginJson))]
      const { rows } = await pool.query<{ id: string; verdict: Verdict }>({ name: 'advance', text: advanceAll, values })
      const verdicts = new Map<string, Verdict>()
      for (const { id, verdict } of rows) if (!verdicts.has(id)) verdicts.set(id, verdict)
      for (const { row, resolve } of asked) {
        const verdict = verdicts.get(row.id) ?? 'lost'
        if (verdict === 'go') leaving.add(row)
        resolve(verdict)
      }
    } catch (error) {
      // What happened has happened: it is written down as soon as the database is back. Whoever asked sends nothing now; PostgreSQL may have
      // written `go` all the same, with an answer that came too late, and that is taken back.
      settled = [...said, ...asked.map(({ row }) => ({ row, settled: UNSENT })), ...settled]
      for (const { reject } of asked) reject(error)
      if (asked.length === 0) throw error
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

/** What its mail is called is indexed, so it is written with the outcome; before, only where a first copy has met none. */
function beginJson({ row, begin }: Waiting) {
  const { version, messageId, segments } = begin
  const { id, token, channel, address, copies } = row
  return { id, token, channel, address, version, message_id: copies > 0 ? messageId : undefined, segments }
}

const advanceAll = 'select id, verdict from private.advance_deliveries($1, $2, $3)'

/** Asked for each of a batch by its key: joined, PostgreSQL may read all that was ever chosen for a hundred rows. */
const languageOf = (contact: string) =>
  `coalesce((select choice.language from private.contact_choices choice where choice.contact_id = ${contact}), 'en')`

/** Texts also wait for the quiet hours of their phone. The database's clock keeps the leases: it is the one all workers share. */
const claimDue = `
  with due as (
    select d.id from public.deliveries d
    where d.mailing_id = $1 and d.calendar_id = $2 and d.is_waiting and d.channel = $3
      and d.next_attempt_at <= $5 and (d.expires_at is null or d.expires_at > $5)
      and (d.channel <> 'sms' or private.text_time($5, coalesce(d.time_zone, 'UTC')) <= $5)
      and exists (select from public.calendars c where c.id = $2 and not c.disabled and c.sending_paused_at is null)
      and not exists (select from private.sending s where s.held_at is not null)
    limit $4
    for update skip locked
  ), claimed as (
    update public.deliveries d set
      state = 'claimed', updated_at = now(), attempts = d.attempts + 1, lease_token = $6, lease_holder = $7,
      lease_until = clock_timestamp() + $8::interval
    from due where d.id = due.id
    returning d.id, d.channel, d.address, d.attempts, d.copies, d.contact_id, d.event_ids, d.created_at, d.expires_at, d.time_zone
  )
  select c.id, c.channel, c.address, c.attempts, c.copies, c.event_ids, c.created_at, c.expires_at, c.time_zone, k.source,
    ${languageOf('c.contact_id')} as language
  from claimed c left join public.calendar_contacts k on k.id = c.contact_id`

/**
 * Locked in order and waited for, not skipped: two workers that come to a reader from two calendars must not each take a part.
 * Whoever comes second finds nothing planned any more.
 */
const claimReaders = `
  with due as (
    select d.id
    from public.mailings own
    join public.mailings m on m.day = own.day and m.kind = 'digest' and m.state in ('planned', 'sending')
    join public.calendars c on c.id = m.calendar_id and not c.disabled and c.sending_paused_at is null
    join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.channel = 'email'
    where own.id = $1 and d.is_waiting and d.next_attempt_at <= $4 and (d.expires_at is null or d.expires_at > $4)
      and d.address = any (array(
        select r.address from public.deliveries r
        where r.mailing_id = $1 and r.calendar_id = $2 and r.is_waiting and r.channel = 'email'
          and r.next_attempt_at <= $4 and (r.expires_at is null or r.expires_at > $4)
        order by r.address limit $3
      ))
      and exists (select from public.calendars o where o.id = $2 and not o.disabled and o.sending_paused_at is null)
      and not exists (select from private.sending s where s.held_at is not null)
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
    ${languageOf('c.contact_id')} as language
  from claimed c join public.calendars k on k.id = c.calendar_id
  order by c.address, k.name, c.id`

const renewLeases = `
  update public.deliveries set lease_until = clock_timestamp() + $3::interval
  where id = any ($1) and lease_token = $2 and state in ('claimed', 'committing')`
