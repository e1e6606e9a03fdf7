// Sends one job's part of a mailing by email, one mail after another over one connection.
import type pg from 'pg'
import { PRODUCT_NAME } from '#domain/company.ts'
import { hours, seconds } from '#domain/durations.ts'
import type { MailConnection, Outgoing, Upcoming } from '#messages/email/connection.ts'
import { signMessage } from '#messages/email/dkim.ts'
import { listHeaders } from '#messages/list-unsubscribe.ts'
import { inLanguage, messageId, optOutLink, optOutToken } from '#messages/mail-links.ts'
import type { Outcome } from '#messages/outcome.ts'
import { preferencesLink } from '#messages/preferences-link.ts'
import { eventRsvpLink } from '#messages/rsvp-link.ts'
import { dayOfData } from '#messages/templates/day-of/data.ts'
import { textsIn } from '#messages/templates/texts-in.ts'
import { returnAddress } from '#messages/verp.ts'
import { type Content, composeEmail, type EmailContent, oncePerAudience, readContent } from './content.ts'
import { domainOf, settlementOf } from './delivery-outcome.ts'
import { type Claimed, type Mailing, UNSENT } from './ledger.ts'
import { holdForReview, suspicionFor } from './review.ts'
import { NOTHING_LEFT, sendInBatches } from './send-batches.ts'
import type { Sending } from './sending.ts'

const BATCH = 100

export async function sendEmails(sending: Sending, mailing: Mailing): Promise<void> {
  const { pool, templates, log, clock, sender } = sending
  const written = oncePerAudience((content, language) =>
    composeEmail(content, sender, { templates, log, now: clock.now(), language }),
  )
  const addressed = async (row: Claimed, { earlier, ...content }: Threaded): Promise<Addressed | undefined> => {
    const letter = await written(content, row)
    const thread = threadHeaders(earlier.get(row.address))
    return letter ? { row, letter, mail: once(() => outgoing(sending, row, letter, thread)) } : undefined
  }
  let ahead: Addressed | undefined
  let bounced = false
  const resting = new Map<string, Date>()
  const connection = await sending.connections.open()
  try {
    await sendInBatches(sending, mailing, {
      batch: BATCH,
      perSecond: sending.rates.email,
      content: async (rows) => {
        const content = await readContent(pool, mailing.id, clock.now())
        return content && { ...content, earlier: await earlierMails(pool, mailing, content, rows) }
      },
      send: async (row, content, next) => {
        const nextAttemptAt = resting.get(domainOf(row.address))
        if (nextAttemptAt) return sending.ledger.settle(row, { ...UNSENT, nextAttemptAt })
        const suspicion = suspicionFor(sending, row, content)
        if (suspicion !== null) {
          sending.ledger.settle(row, UNSENT)
          return holdForReview(sending, mailing.id, suspicion)
        }
        const current = ahead?.row === row ? ahead : await addressed(row, content)
        if (!current) return sending.ledger.settle(row, NOTHING_LEFT)
        const follows = next && suspicionFor(sending, next, content) === null
        ahead = follows ? await addressed(next, content) : undefined
        const { outcome, restUntil } = await sendOne(sending, connection, current, ahead)
        bounced ||= outcome.kind === 'refused' && outcome.isBadAddress === true
        if (restUntil) resting.set(domainOf(row.address), restUntil)
      },
    })
  } finally {
    connection.release()
  }
  // Checked after each job and not only at the end: a neglected list should be paused before all its mails have gone out.
  if (bounced) await sending.pool.query('select private.review_sending($1)', [mailing.calendarId])
}

/** With the Message-IDs of what each recipient got about the same alert before, oldest first. */
type Threaded = Content & { earlier: Map<string, string[]> }

async function earlierMails(pool: pg.Pool, mailing: Mailing, { kind }: Content, rows: Claimed[]) {
  if (kind !== 'alert') return new Map<string, string[]>()
  const addresses = rows.map(({ address }) => address)
  const found = await pool.query(findEarlier, [mailing.id, mailing.calendarId, addresses])
  return new Map<string, string[]>(found.rows.map(({ address, ids }) => [address, ids]))
}

/** Makes a follow-up an answer to the alert, so that mail programs show them together (RFC 5322, 3.6.4). */
function threadHeaders(earlier: string[] = []): Record<string, string> {
  const [first] = earlier
  return first ? { 'In-Reply-To': earlier.at(-1) ?? first, References: earlier.join(' ') } : {}
}

const findEarlier = `
  select d.address, array_agg(d.message_id order by d.sent_at, d.id) as ids
  from public.mailing_events this
  join public.mailing_events other on other.event_id = this.event_id and other.mailing_id <> this.mailing_id
  join public.deliveries d on d.mailing_id = other.mailing_id and d.calendar_id = $2 and d.channel = 'email'
  where this.mailing_id = $1 and this.kind in ('update', 'all_clear') and other.kind <> 'test'
    and d.address = any ($3) and d.message_id is not null and d.state in ('sent', 'delivered')
  group by d.address`

/** `mail` writes the mail on its first call. */
type Addressed = { row: Claimed; letter: EmailContent; mail: () => Outgoing }

async function sendOne(
  sending: Sending,
  connection: MailConnection,
  { row, letter, ...addressed }: Addressed,
  next: Addressed | undefined,
): Promise<{ outcome: Outcome; restUntil: Date | undefined }> {
  const { ledger, clock } = sending
  const mail = addressed.mail()
  const maySend = async () => (await ledger.begin(row, { version: letter.version, messageId: mail.messageId })) === 'go'
  const outcome = await connection.send(mail, maySend, next && upcoming(sending, next))
  ledger.settle(row, settlementOf(row, outcome, clock.now()))
  return { outcome, restUntil: await handleOutcome(sending, row, outcome) }
}

function upcoming({ sender }: Sending, { row, mail }: Addressed): Upcoming {
  return { to: row.address, returnPath: returnPathOf(sender, row), raw: async () => mail().raw() }
}

function returnPathOf({ bounceAddress, linkSecret, mailFrom }: Sending['sender'], row: Claimed): string {
  return bounceAddress ? returnAddress(bounceAddress, linkSecret, row.id) : mailFrom
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function outgoing(
  { sender, clock, templates, carrierFillsTemplates }: Sending,
  row: Claimed,
  content: EmailContent,
  thread: Record<string, string>,
): Outgoing {
  const { calendar, slots, rsvpSlots, mime, language } = content
  const { siteUrl, linkSecret, mailFrom, bounceAddress, dkim } = sender
  const subscription = { siteUrl, linkSecret, calendarId: calendar.id, email: row.address }
  const token = optOutToken(subscription)
  const personal = {
    email: row.address,
    why: whyOf(row, content),
    unsubscribeUrl: inLanguage(optOutLink(subscription, token), language),
    preferencesUrl: inLanguage(
      preferencesLink({ siteUrl, linkSecret, address: row.address, now: clock.now() }),
      language,
    ),
    rsvpUrl: (eventId: string) =>
      inLanguage(eventRsvpLink({ siteUrl, linkSecret, eventId, email: row.address }), language),
  }
  const values = {
    [slots.email]: personal.email,
    [slots.why]: personal.why,
    [slots.unsubscribe]: personal.unsubscribeUrl,
    [slots.preferences]: personal.preferencesUrl,
    ...Object.fromEntries([...rsvpSlots].map(([eventId, slot]) => [slot, personal.rsvpUrl(eventId)])),
  }
  const returnPath = bounceAddress && returnAddress(bounceAddress, linkSecret, row.id)
  const headers = { ...listHeaders(subscription, returnPath, token), ...thread }
  const person = { to: row.address, messageId: messageId(linkSecret, mailFrom, 'delivery', row.id), headers, values }
  const { templateId } = content
  return {
    to: row.address,
    from: content.from,
    returnPath: returnPath ?? mailFrom,
    messageId: person.messageId,
    subject: content.subject,
    headers: { ...content.headers, ...headers },
    date: content.date,
    calendarParts: content.calendarParts,
    reference: row.id,
    html: () => mime.html(values),
    text: () => mime.text(values),
    raw: once(async () => (dkim ? signMessage(mime.message(person), dkim, clock.now()) : mime.message(person))),
    template:
      carrierFillsTemplates && templateId !== null && templates.isSendgrid(templateId)
        ? { id: templateId, data: dayOfData({ ...content, ...sender, personal }) }
        : undefined,
  }
}

/** Returns the sentence that says why this person gets the mail, as the law requires. */
function whyOf({ source }: Claimed, { calendar, kind, language }: EmailContent): string {
  const { whyTest, whyFollow, whyMember, whyListed, whyGuest } = textsIn[language]
  if (kind === 'message') return whyGuest(calendar.name)
  if (kind === 'test') return whyTest(PRODUCT_NAME, calendar.name)
  if (source === 'member') return whyMember(calendar.name)
  return source === 'follow' ? whyFollow(calendar.name) : whyListed(calendar.name)
}

/**
 * Handles what an outcome means beyond this one delivery: pauses the carrier, suppresses the address, or makes a domain wait. Returns until
 * when, if it does.
 */
export async function handleOutcome(
  { pool, log, restUntil, refusals, clock, ledger }: Sending,
  row: Claimed,
  outcome: Outcome,
): Promise<Date | undefined> {
  const isRefusedByAll = refusals.count(row.address, outcome)
  if (outcome.kind !== 'refused') return undefined
  const { failure, code, isCarrier, isBadAddress, retryAfterMs } = outcome
  if (failure === 'alarm') log.error({ code }, 'the mail server refuses us: nothing is sent until this is fixed')
  if (isCarrier || failure === 'alarm') {
    if (failure !== 'alarm') log.warn({ code }, 'the mail server cannot be reached, or accepts nothing now')
    restUntil.email = performance.now() + Math.min(retryAfterMs ?? seconds(5), seconds(60))
  }
  // The outcome is recorded first, or the suppression would wait for this very message to leave.
  if (isBadAddress || isRefusedByAll) await ledger.flushed()
  if (isBadAddress)
    await pool.query('select private.suppress($1, $2, $3, $4, $5)', ['email', row.address, 'bounce', code, clock.now()])
  if (!isRefusedByAll) return undefined
  log.error({ code, delivery: row.id }, 'a mail provider refuses us; its addresses wait for an hour')
  const until = new Date(clock.now().getTime() + hours(1))
  await pool.query(letDomainWait, [row.id, until])
  return until
}

const letDomainWait = `
  update public.deliveries d set next_attempt_at = $2
  from public.deliveries refused
  where refused.id = $1 and d.mailing_id = refused.mailing_id and d.calendar_id = refused.calendar_id
    and d.is_waiting and d.channel = 'email'
    and split_part(d.address, '@', 2) = split_part(refused.address, '@', 2)`
