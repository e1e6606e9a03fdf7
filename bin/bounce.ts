// `townbell bounce [recipient]`: reads bounces, and the answers of calendar programs to invitations, which a mail server pipes here, for instance with
//   bounces: "|townbell bounce"
// It exits with 0 even for mail that it cannot read, or the server would bounce the bounce. While the database is unreachable it exits
// with 75, so that the server retries.
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { runningUrl } from '#database/embedded-running.ts'
import { createPool } from '#database/pool.ts'
import { type BounceReport, readBounce } from '#messages/read-bounce.ts'
import { readRsvpReply } from '#messages/read-rsvp-reply.ts'
import { readConfig } from '#runtime/config.ts'
import { type Report, recordDeliveryReports } from '#server/webhooks/record-delivery-reports.ts'
import { recordRsvpReply } from '#server/webhooks/record-rsvp-reply.ts'

const TRY_AGAIN = 75
/** The report comes first; the returned mail may follow it. */
const READ_MAX = 1024 * 1024

export async function bounce([recipient]: string[]): Promise<void> {
  const config = readConfig()
  const raw = await readStart(process.stdin)
  const reply = readRsvpReply(raw, config.linkSecret, recipient)
  const report = reply ? null : readBounce(raw, config.linkSecret, recipient)
  if (!reply && !report) return console.log('Nothing to do: this is not a report about one of our mails.')
  let pool: pg.Pool | undefined
  try {
    const url = config.databaseUrl ?? (await runningUrl(config.dataFolder, config.postgresPassword))
    pool = createPool({ url, max: 1, name: 'townbell bounce' })
    if (reply) console.log(answered(await recordRsvpReply(pool, reply, new Date())))
    if (report)
      console.log((await recordBounce(pool, report)) ? `Recorded: ${report.kind}.` : 'Nothing to do: no such mail.')
  } catch (error) {
    console.error(`The bounce was not recorded, please try again: ${(error as Error).message}`)
    process.exitCode = TRY_AGAIN
  } finally {
    await pool?.end()
  }
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

const outcomes: Record<BounceReport['kind'], Pick<Report, 'state' | 'suppress' | 'optOut'>> = {
  bounced: { state: 'bounced', suppress: 'bounce' },
  failed: { state: 'failed' },
  complaint: { state: 'delivered', suppress: 'complaint' },
  unsubscribe: { state: 'delivered', optOut: true },
}

/** Returns whether the report was about a mail of ours. */
async function recordBounce(pool: pg.Pool, { kind, deliveryId, messageId, detail }: BounceReport): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; address: string }>(findDelivery, [deliveryId, messageId])
  const [delivery] = rows
  if (!delivery) return false
  const about = { channel: 'email', address: delivery.address, deliveryId: delivery.id, providerId: undefined } as const
  await recordDeliveryReports(pool, [{ ...about, ...outcomes[kind], detail, at: new Date() }])
  return true
}

const findDelivery = `
  select id, address from public.deliveries
  where channel = 'email' and (id = $1 or $1::uuid is null and message_id = $2)
  limit 1`
