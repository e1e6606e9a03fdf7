// Sends one job's part of a mailing by text. A text that may have left before is first looked up at the carrier.
import { seconds } from '#domain/durations.ts'
import type { Outcome } from '#messages/outcome.ts'
import { outcomeOf } from '#messages/outcome.ts'
import { preferencesLink } from '#messages/preferences-link.ts'
import { withPreferences } from '#messages/sms/with-preferences.ts'
import { composeText, oncePerAudience, readContent, type TextContent } from './content.ts'
import { settlementOf } from './delivery-outcome.ts'
import type { Claimed, Mailing } from './ledger.ts'
import { NOTHING_LEFT, sendInBatches } from './send-batches.ts'
import type { Sending } from './sending.ts'

const BATCH = 20

export function sendTexts(sending: Sending, mailing: Mailing): Promise<void> {
  const written = oncePerAudience((content, language) =>
    composeText(content, sending.sender, { now: sending.clock.now(), language }),
  )
  return sendInBatches(sending, mailing, {
    batch: BATCH,
    perSecond: sending.rates.sms,
    content: () => readContent(sending.pool, mailing.id, sending.clock.now()),
    send: async (row, content) => {
      const text = await written(content, row)
      if (text === null) return sending.ledger.settle(row, NOTHING_LEFT)
      await sendOne(sending, row, withPreferences(text, linkFor(sending, row), row.language))
    },
  })
}

/** Dated like the row, so that a second attempt has the same text and can be found at the carrier. */
function linkFor({ sender: { siteUrl, linkSecret } }: Sending, { address, created_at }: Claimed): string {
  return preferencesLink({ siteUrl, linkSecret, address, now: created_at })
}

async function sendOne(sending: Sending, row: Claimed, content: TextContent): Promise<void> {
  const { ledger, clock, pool, log, restUntil } = sending
  const outcome = await textOne(sending, row, content)
  ledger.settle(row, settlementOf(row, outcome, clock.now()))
  if (outcome.kind !== 'refused') return
  const { failure, code, isCarrier, isBadAddress, retryAfterMs } = outcome
  if (failure === 'alarm') log.error({ code }, 'the text carrier refuses us')
  if (isCarrier) restUntil.sms = performance.now() + Math.min(retryAfterMs ?? seconds(5), seconds(60))
  if (isBadAddress) {
    // The outcome is recorded first, or the suppression would wait for this very text to leave.
    await ledger.flushed()
    const reason = code.endsWith('21610') ? 'stop' : 'bounce'
    await pool.query('select private.suppress($1, $2, $3, $4, $5)', ['sms', row.address, reason, code, clock.now()])
  }
}

async function textOne({ ledger, texts }: Sending, row: Claimed, content: TextContent): Promise<Outcome> {
  const text = { to: row.address, body: content.body, reference: row.id }
  try {
    const before = row.copies > 0 ? await texts.find(text, row.created_at) : null
    if (before) return { kind: 'sent', providerId: before.providerId }
    const verdict = await ledger.begin(row, { version: content.version, segments: content.segments })
    if (verdict !== 'go') return { kind: 'stopped' }
  } catch (error) {
    // Nothing has been sent at this point.
    const outcome = outcomeOf(error)
    return outcome.kind === 'unknown' ? { kind: 'refused', failure: 'temporary', code: outcome.code } : outcome
  }
  try {
    const { providerId } = await texts.send(text)
    return { kind: 'sent', providerId }
  } catch (error) {
    return outcomeOf(error)
  }
}
