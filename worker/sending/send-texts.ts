// One job's share of a mailing by text. A text that may have left before is looked for at the carrier before it is sent again.
import { seconds } from '#domain/durations.ts'
import { outcomeOf } from '#messages/email/carrier-lanes.ts'
import type { Outcome } from '#messages/email/lane.ts'
import { composeText, readContent, type TextContent } from './content.ts'
import { JOB_SIZE } from './dispatch.ts'
import { settledOf } from './fate.ts'
import { keepLeases } from './keep-leases.ts'
import type { Claimed, Mailing } from './ledger.ts'
import { createPace } from './pace.ts'
import { canSend } from './send-emails.ts'
import type { Sending } from './sending.ts'

const BATCH = 20

export async function sendTexts(sending: Sending, mailing: Mailing): Promise<void> {
  const { ledger, mark, pool, sender, log } = sending
  const pace = createPace(pool, 'sms', sending.rates.sms)
  let left = JOB_SIZE
  try {
    while (left > 0 && canSend(sending)) {
      const rows = await ledger.claim(mailing, Math.min(BATCH, left, pace.most))
      if (rows.length === 0) break
      left -= rows.length
      const leases = keepLeases(ledger, rows, log)
      try {
        await mark.raise()
        const content = await readContent(pool, mailing.id)
        const text = content && composeText(content, sender)
        await pace.reserve(rows.length)
        for (const row of rows) {
          await pace.turn()
          await sendOne(sending, row, text)
        }
      } finally {
        leases.stop()
      }
    }
  } finally {
    await ledger.flushed()
  }
}

async function sendOne(sending: Sending, row: Claimed, content: TextContent | null): Promise<void> {
  const { ledger, clock, pool, log, rest } = sending
  if (content === null)
    return ledger.settle(row, { state: 'cancelled', error: 'its events were removed', refused: true })
  if (!canSend(sending)) return ledger.settle(row, { state: 'planned', refused: true, unused: true })
  const outcome = await hand(sending, row, content)
  ledger.settle(row, settledOf(row, outcome, clock.now()))
  if (outcome.kind !== 'refused') return
  const { fate, code, isCarrier, isBadAddress, retryAfterMs } = outcome
  if (fate === 'alarm') log.error({ code }, 'the carrier of texts refuses us')
  if (isCarrier) rest.until = performance.now() + Math.min(retryAfterMs ?? seconds(5), seconds(60))
  if (isBadAddress) {
    // Written down first, or the suppression would wait for this very text to leave.
    await ledger.flushed()
    const reason = code.endsWith('21610') ? 'stop' : 'bounce'
    await pool.query('select private.suppress($1, $2, $3, $4, $5)', ['sms', row.address, reason, code, clock.now()])
  }
}

async function hand({ ledger, texts }: Sending, row: Claimed, content: TextContent): Promise<Outcome> {
  const text = { to: row.address, body: content.body, reference: row.id }
  try {
    const before = row.copies > 0 ? await texts.find(text, row.created_at) : null
    if (before) return { kind: 'sent', providerId: before.providerId }
    const verdict = await ledger.begin(row, { version: content.version, segments: content.segments })
    if (verdict !== 'go') return { kind: 'stopped' }
  } catch (error) {
    // Asking sends nothing.
    const outcome = outcomeOf(error)
    return outcome.kind === 'unknown' ? { kind: 'refused', fate: 'later', code: outcome.code } : outcome
  }
  try {
    const { providerId } = await texts.send(text)
    return { kind: 'sent', providerId }
  } catch (error) {
    return outcomeOf(error)
  }
}
