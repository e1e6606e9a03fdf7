// Sends a test mail to an address that the operator names, says what the mail server answers, and waits for its bounce.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PRODUCT_NAME } from '#domain/company.ts'
import { minutes } from '#domain/durations.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { messageId } from '#messages/mail-links.ts'
import { notSentDetails } from '#messages/outcome.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { returnAddress } from '#messages/verp.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Config } from '#runtime/config.ts'
import { databaseClient } from '#server/operator/doctor/database.ts'
import { type Finding, findings } from '#server/operator/doctor/finding.ts'
import { TEST_MAIL_CHANNEL } from '../bounce.ts'
import { openLetterCarrier } from '../carriers.ts'

export async function checkTestMail(config: Config, to: string, waitMs = minutes(2)): Promise<Finding[]> {
  const found = findings('test mail')
  const { mailCarrier, mailFrom, bounceAddress, linkSecret, siteUrl } = config
  const carrier = openLetterCarrier(config)
  if (!carrier) {
    found.bad('Mail is caught and not sent.', 'Set SMTP_URL and MAIL_FROM, or SENDGRID_API_KEY.')
    return found.all
  }
  const id = randomUUID()
  const bounces = mailCarrier === 'smtp' && bounceAddress ? await awaitBounce(config, id, waitMs) : undefined
  try {
    const now = systemClock.now()
    const { providerId } = await carrier.send({
      from: { name: PRODUCT_NAME, address: mailFrom },
      to,
      date: now,
      messageId: messageId(linkSecret, mailFrom, 'test', id),
      ...(bounceAddress ? { envelopeFrom: returnAddress(bounceAddress, linkSecret, id) } : {}),
      headers: automaticHeaders('en'),
      ...renderLetter(wordsOf(siteUrl), config),
    })
    found.ok(
      `The mail server took a mail to ${to}${providerId ? ` as ${providerId}` : ''}. See whether it arrives, and not among spam.`,
    )
    if (!bounces) found.unchecked('Bounces of it come to MAIL_FROM, or by webhook: nothing to wait for here.')
    else await report(bounces.arrives)
  } catch (error) {
    const refused = notSentDetails(error)
    if (!refused) throw error
    found.bad(`The mail server did not take a mail to ${to} (${refused.code}).`, 'Look into its log.')
  } finally {
    await bounces?.close()
    await carrier.close()
  }
  return found.all

  async function report(arrives: Promise<string | null>) {
    const detail = await arrives
    if (detail === null)
      found.ok(
        `No bounce came within ${Math.round(waitMs / 1000)} seconds. To test bounces, name a mailbox that does not exist.`,
      )
    else found.ok(`It bounced, and the bounce reached Townbell: ${detail}`)
  }
}

/** Listens before the mail leaves. */
async function awaitBounce(config: Config, id: string, waitMs: number) {
  const client = await databaseClient(config)
  if (!client) return undefined
  const over = new AbortController()
  await client.query(`listen ${TEST_MAIL_CHANNEL}`)
  const arrives = (async () => {
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(waitMs)])
    try {
      for (;;) {
        const [{ payload = '' }] = await once(client, 'notification', { signal })
        const [about, ...detail] = payload.split(' ')
        if (about === id) return detail.join(' ')
      }
    } catch {
      return null
    }
  })()
  return {
    arrives,
    async close() {
      over.abort()
      await client.end()
    },
  }
}

const wordsOf = (siteUrl: string) => ({
  subject: `Test mail of ${PRODUCT_NAME} at ${new URL(siteUrl).hostname}`,
  heading: 'Mail works',
  before: ['Somebody who runs this site sent this mail with “townbell doctor --mail”, to see that it arrives.'],
  after: ['Nobody else got it, and there is nothing to do.'],
  reason: 'You get this mail once, because your address was typed in.',
})
