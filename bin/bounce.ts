// `townbell bounce [recipient]`: reads bounces, and the answers of calendar programs to invitations, which a mail server pipes here (deploy/postfix/).
// It exits with 0 even for mail that it cannot read, or the server would bounce the bounce. While a setting is wrong, a file cannot be read
// or the database is unreachable, and when all takes too long, it exits with 75, so that the server retries. Anybody can write such a mail,
// so it is read in a thread that is ended.
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { runningUrl } from '#database/embedded-running.ts'
import { createPool } from '#database/pool.ts'
import { minutes, seconds } from '#domain/durations.ts'
import type { BounceReport } from '#messages/read-bounce.ts'
import { type RsvpReply, repliedAnswer } from '#messages/read-rsvp-reply.ts'
import { readConfig } from '#runtime/config.ts'
import { createThreads, ThreadLimit } from '#runtime/threads.ts'
import { type Report, recordDeliveryReports } from '#server/webhooks/record-delivery-reports.ts'
import { hasAnswer, recordRsvpReply } from '#server/webhooks/record-rsvp-reply.ts'

const TRY_AGAIN = 75
/** `townbell doctor --mail` listens here for the bounce of its mail, which is no delivery. */
export const TEST_MAIL_CHANNEL = 'townbell_test_mail'
/** The report comes first; the returned mail may follow it. */
const READ_MAX = 1024 * 1024
const HEAP_MB = 256
/** Reading takes some hundredths of a second, the start of the thread included. */
const READ_LIMIT_MS = seconds(20)

export async function bounce([recipient]: string[], limitMs = minutes(1)): Promise<void> {
  const timer = setTimeout(() => {
    console.error('This takes too long, please try again.')
    process.exit(TRY_AGAIN)
  }, limitMs)
  let pool: pg.Pool | undefined
  try {
    const raw = await readStart(process.stdin)
    const config = readConfig()
    const { linkSecret } = config
    const url = config.databaseUrl ?? (await runningUrl(config.dataFolder, config.postgresPassword))
    pool = createPool({ url, max: 1, name: 'townbell bounce' })
    console.log(await record(pool, { raw, linkSecret, recipient }))
  } catch (error) {
    if (error instanceof ThreadLimit) return console.log('Nothing to do: this mail is too long to read.')
    console.error(`The bounce was not recorded, please try again: ${(error as Error).message}`)
    process.exitCode = TRY_AGAIN
  } finally {
    clearTimeout(timer)
    await pool?.end()
  }
}

type Mail = { raw: string; linkSecret: string; recipient: string | undefined }

/** Returns what became of the mail. */
async function record(pool: pg.Pool, { raw, linkSecret, recipient }: Mail): Promise<string> {
  const answerId = repliedAnswer(raw, linkSecret, recipient)
  if (answerId) {
    const reply = (await hasAnswer(pool, answerId)) ? await read<RsvpReply>('reply', [raw]) : null
    return answered(reply && (await recordRsvpReply({ pool, linkSecret, answerId, now: new Date() }, reply)))
  }
  const report = await read<BounceReport>('bounce', [raw, linkSecret, recipient])
  if (!report) return 'Nothing to do: this is not a report about one of our mails.'
  return (await recordBounce(pool, report)) ? `Recorded: ${report.kind}.` : 'Nothing to do: no such mail.'
}

const threads = createThreads({
  entry: new URL('./bounce-thread.js', import.meta.url),
  atOnce: 1,
  heapMb: HEAP_MB,
  limitMs: READ_LIMIT_MS,
})

function read<T>(reader: 'reply' | 'bounce', words: (string | undefined)[]): Promise<T | null> {
  return threads.run((ask) => ask({ reader, words }) as Promise<T | null>)
}

const answered = (state: string | null) =>
  state ? `Recorded: ${state}.` : 'Nothing to do: there is no such answer, or the event takes none any more.'

/** Decodes as Latin-1, so that every byte is one character; the parts that are read are ASCII. */
async function readStart(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  // Read to the end: a mail server treats a closed pipe as a failure.
  for await (const chunk of stream) {
    if (length < READ_MAX) chunks.push(chunk)
    length += chunk.length
  }
  return Buffer.concat(chunks).subarray(0, READ_MAX).toString('latin1')
}

type Outcome = Pick<Report, 'state' | 'suppress' | 'optOut'>

const outcomes: Record<BounceReport['kind'], Outcome> = {
  bounced: { state: 'bounced', suppress: 'bounce' },
  failed: { state: 'failed' },
  complaint: { state: 'delivered', suppress: 'complaint' },
  unsubscribe: { state: 'delivered', optOut: 'one_click' },
}

/** Readers of a list's archive know the Message-ID of what the list got, so such a report ends the mail of its calendar only. */
const unsignedBounce: Outcome = { state: 'bounced', optOut: 'bounce' }

/** Returns whether the report was about a mail of ours. */
async function recordBounce(pool: pg.Pool, { kind, deliveryId, messageId, detail }: BounceReport): Promise<boolean> {
  if (deliveryId) await pool.query('update private.sending set reported_at = now()')
  const { rows } = await pool.query<{ id: string; address: string }>(findDelivery, [deliveryId, messageId])
  const [delivery] = rows
  if (!delivery) {
    if (deliveryId && (await recordLetterBounce(pool, deliveryId, kind, detail))) return true
    if (deliveryId)
      await pool.query('select pg_notify($1, $2)', [TEST_MAIL_CHANNEL, `${deliveryId} ${kind}, ${detail}`])
    return false
  }
  const about = { channel: 'email', address: delivery.address, deliveryId: delivery.id, providerId: undefined } as const
  const outcome = kind === 'bounced' && !deliveryId ? unsignedBounce : outcomes[kind]
  await recordDeliveryReports(pool, [{ ...about, ...outcome, detail, at: new Date() }])
  return true
}

/**
 * Of a letter to one person it only means something that the mailbox does not exist. Anybody may have had it sent, so a complaint about it
 * stops nothing else.
 */
async function recordLetterBounce(
  pool: pg.Pool,
  copyId: string,
  kind: BounceReport['kind'],
  detail: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ address: string | null }>(
    'select address from private.letter_copies where id = $1',
    [copyId],
  )
  const [letter] = rows
  if (letter?.address && kind === 'bounced')
    await pool.query('select private.suppress($1, $2, $3, $4, $5)', [
      'email',
      letter.address,
      'bounce',
      detail,
      new Date(),
    ])
  return letter !== undefined
}

const findDelivery = `
  select id, address from public.deliveries
  where channel = 'email' and (id = $1 or $1::uuid is null and message_id = $2)
  limit 1`
