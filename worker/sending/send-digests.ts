// Sends one job's part of the digests: for each recipient all deliveries of the day are claimed together, from every calendar, and leave
// as one mail. Each is committed separately just before; if one may not leave, none does, and the rest is sent later without it.
import { PRODUCT_NAME } from '#domain/company.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import type { MailConnection, Outgoing } from '#messages/email/connection.ts'
import { signMessage } from '#messages/email/dkim.ts'
import { composeMailing } from '#messages/email/mailing-mime.ts'
import { inEachLanguage } from '#messages/in-each-language.ts'
import { digestHeaders } from '#messages/list-unsubscribe.ts'
import { inLanguage, messageId } from '#messages/mail-links.ts'
import { preferencesLink } from '#messages/preferences-link.ts'
import { eventRsvpLink } from '#messages/rsvp-link.ts'
import { compileTemplate } from '#messages/template-service/compile.ts'
import { digestData } from '#messages/templates/digest/data.ts'
import { digest } from '#messages/templates/digest/digest.ts'
import { textsIn } from '#messages/templates/texts-in.ts'
import { returnAddress } from '#messages/verp.ts'
import { type Content, readContent, restrictTo } from './content.ts'
import { settlementOf } from './delivery-outcome.ts'
import { JOB_SIZE } from './dispatch.ts'
import { type ClaimedPart, type Mailing, UNSENT } from './ledger.ts'
import { renewLeasesOf } from './renew-leases.ts'
import { holdForReview, suspicionFor } from './review.ts'
import { canSend, NOTHING_LEFT } from './send-batches.ts'
import { handleOutcome } from './send-emails.ts'
import { createSendRate } from './send-rate.ts'
import type { Sending } from './sending.ts'

const READERS = 20

export async function sendDigests(sending: Sending, mailing: Mailing): Promise<void> {
  const { ledger, position, pool, log, rates } = sending
  const rate = createSendRate(pool, 'email', rates.email)
  const connection = await sending.connections.open()
  try {
    for (let left = JOB_SIZE; left > 0 && canSend(sending, 'email'); ) {
      const rows = await ledger.claimDigests(mailing, Math.min(READERS, left, rate.most))
      if (rows.length === 0) break
      const leases = renewLeasesOf(ledger, rows, log)
      try {
        await position.advance()
        const contents = new Map<string, Content | null>()
        for (const { mailing_id: id } of rows)
          if (!contents.has(id)) contents.set(id, await readContent(pool, id, sending.clock.now()))
        const readers = Object.values(Object.groupBy(rows, ({ address }) => address))
        left -= readers.length
        await rate.reserve(readers.length)
        for (const parts of readers) {
          if (!parts) continue
          if (canSend(sending, 'email')) {
            await rate.turn()
            await sendOne(sending, connection, parts, contents)
          } else for (const part of parts) ledger.settle(part, UNSENT)
        }
      } finally {
        leases.stop()
      }
    }
  } finally {
    connection.release()
    await ledger.flushed()
  }
}

type Part = { row: ClaimedPart; content: Content }

async function sendOne(
  sending: Sending,
  connection: MailConnection,
  rows: ClaimedPart[],
  contents: Map<string, Content | null>,
): Promise<void> {
  const { ledger, clock } = sending
  const parts: Part[] = []
  for (const row of rows) {
    const whole = contents.get(row.mailing_id) ?? null
    const content = whole && restrictTo(whole, row.event_ids)
    const suspicion = whole && suspicionFor(sending, row, whole)
    if (suspicion !== null) {
      ledger.settle(row, UNSENT)
      await holdForReview(sending, row.mailing_id, suspicion)
    } else if (content) parts.push({ row, content })
    else ledger.settle(row, NOTHING_LEFT)
  }
  const [first] = parts
  if (!first) return
  const mail = outgoing(sending, parts, first)
  const maySend = async () => {
    const requests = parts.map(({ row, content }) =>
      ledger.begin(row, { version: content.version, messageId: mail.messageId }),
    )
    return (await Promise.all(requests)).every((verdict) => verdict === 'go')
  }
  const outcome = await connection.send(mail, maySend)
  for (const { row } of parts) ledger.settle(row, settlementOf(row, outcome, clock.now()))
  await handleOutcome(sending, first.row, outcome)
}

function outgoing({ sender, clock }: Sending, parts: Part[], { row, content }: Part): Outgoing {
  const { siteUrl, linkSecret, mailFrom, postalAddress, bounceAddress, dkim } = sender
  const email = row.address
  const now = clock.now()
  // One mail has one language: that of the first calendar, if the recipient chose several.
  const { language } = row
  const preferencesUrl = inLanguage(preferencesLink({ siteUrl, linkSecret, address: email, now }), language)
  const names = parts.map(({ content: { calendar } }) => calendar.name).join(', ')
  const personal = {
    email,
    why: textsIn[language].whyDigest(names),
    // The preferences page, where each calendar can be unsubscribed.
    unsubscribeUrl: preferencesUrl,
    preferencesUrl,
    rsvpUrl: (eventId: string) => inLanguage(eventRsvpLink({ siteUrl, linkSecret, eventId, email }), language),
  }
  const sections = parts.map(({ content: { calendar, events } }) => ({ calendar, events }))
  const data = digestData({ day: content.day, parts: sections, siteUrl, postalAddress, personal, language })
  const { subject, html, text } = render[language](data)
  const headers = { ...automaticHeaders(language), ...digestHeaders({ siteUrl, linkSecret, address: email, now }) }
  const from = { name: PRODUCT_NAME, address: mailFrom }
  const mime = composeMailing({ from, subject, html, text, date: now, headers }, [])
  const person = {
    to: email,
    messageId: messageId(linkSecret, mailFrom, 'digest', `${email} ${content.day}`),
    headers: {},
    values: {},
  }
  const message = () => mime.message(person)
  return {
    to: email,
    from,
    returnPath: bounceAddress ? returnAddress(bounceAddress, linkSecret, row.id) : mailFrom,
    messageId: person.messageId,
    subject,
    headers,
    date: now,
    reference: row.id,
    html: () => html,
    text: () => text,
    raw: async () => (dkim ? signMessage(message(), dkim, now) : message()),
  }
}

const render = inEachLanguage((language) => compileTemplate(digest(language)))
