// Sends one letter: finds who gets it, checks that nothing stops it, writes it in their language and hands it to the carrier. A
// temporary failure is thrown, so that the queue tries again. Queued by `private.send_letter`.
import type { JobHelpers, Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { PRODUCT_NAME } from '#domain/company.ts'
import { languages } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { type EmailCarrier, type Mail, replyTo } from '#messages/email/carrier.ts'
import type { MaySend } from '#messages/email/connection.ts'
import { listHeaders } from '#messages/list-unsubscribe.ts'
import { messageId } from '#messages/mail-links.ts'
import { failureOf, outcomeOf } from '#messages/outcome.ts'
import { fromName, plainName } from '#messages/plain-name.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { returnAddress } from '#messages/verp.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { type Composed, type Found, type LetterKind, type LetterSender, stops } from '#worker/letters/letter-kind.ts'
import { letterKind } from '#worker/letters/letters.ts'

export type LetterOptions = Omit<LetterSender, 'now'> & {
  pool: pg.Pool
  carrier: EmailCarrier
  log: Log
  mailFrom: string
  mailFromSuffix: string
  postalAddress: string
  clock?: Clock
}

/** The calendar of a letter: it comes from there, and replies reach its organizers. */
type CalendarSender = { name: string; admin_email: string | null }

const payload = z.object({
  letter: z.string(),
  ids: z.record(z.string(), z.string()),
  /** Of the page on which the letter was requested: comes before any other. */
  language: z.enum(languages).nullish(),
})

export function sendLetter(options: LetterOptions): Task {
  const {
    pool,
    linkSecret,
    siteUrl,
    mailFrom,
    mailFromSuffix,
    supportEmail,
    bounceAddress,
    clock = systemClock,
  } = options
  return async (given, { job }: Pick<JobHelpers, 'job'>) => {
    const { letter, ids, language } = payload.parse(given)
    const kind = letterKind(letter)
    const now = clock.now()
    const values = kind.ids.map((name) => (kind.open ? kind.open(ids[name] ?? '', linkSecret) : ids[name]))
    const { rows } = await pool.query<Found & { is_held: boolean; sender: CalendarSender | null }>(find(kind), [
      now,
      ...values,
    ])
    for (const { is_held: isHeld, sender, ...row } of rows) {
      if (isHeld && kind.waitsWhileHeld) throw new Error('sending is held')
      const found = { ...row, language: language ?? row.language }
      const composed = kind.compose(found, { ...options, now })
      if (!composed) continue
      const mail: Mail = {
        from: { name: sender ? fromName(sender.name, mailFromSuffix) : PRODUCT_NAME, address: mailFrom },
        to: found.email ?? supportEmail,
        date: now,
        messageId: messageId(linkSecret, mailFrom, letter, found.mail_id ?? job.id),
        ...contentOf(composed, found, sender),
      }
      const send = () =>
        atMostTwice(pool, { jobId: job.id, messageId: mail.messageId, address: found.email }, (copyId, maySend) =>
          handOver(options, { ...mail, ...bouncesTo(copyId, found.email) }, maySend, { letter, ...ids }),
        )
      await (kind.around ? kind.around(send, found, { ...options, now }) : send())
    }
  }

  /** Without a bounce address, or to the support address, bounces go to MAIL_FROM, where somebody reads them. */
  function bouncesTo(copyId: string, email: string | null) {
    return bounceAddress && email ? { envelopeFrom: returnAddress(bounceAddress, linkSecret, copyId) } : {}
  }

  function contentOf(
    composed: Composed,
    { email, language, list_id: calendarId }: Found,
    sender: CalendarSender | null,
  ) {
    if ('html' in composed) return composed
    const { calendarParts, ...letter } = composed
    const list = calendarId && email ? listHeaders({ siteUrl, linkSecret, calendarId, email }) : {}
    const headers = { ...list, ...automaticHeaders(language), ...replyTo(sender?.admin_email ?? null) }
    const from = sender && { name: plainName(sender.name), hasReplies: sender.admin_email !== null }
    return { ...renderLetter(letter, { ...options, calendar: from }, language), headers, calendarParts }
  }
}

/**
 * Counts the copies of a mail that may have left: after a kill or without an answer nobody knows, so it is sent once more and not again.
 * Counted just before the last byte, so that a kill before it costs nothing. What was accepted is not repeated when the job is, for another
 * recipient.
 */
async function atMostTwice(
  pool: pg.Pool,
  { jobId, messageId, address }: { jobId: string; messageId: string; address: string | null },
  send: (copyId: string, maySend: MaySend) => Promise<boolean>,
): Promise<boolean> {
  const [begun] = (await pool.query<{ id: string }>(beginCopy, [jobId, messageId, address])).rows
  if (!begun) return true
  let counted = false
  try {
    const accepted = await send(begun.id, async () => {
      counted = (await pool.query(countCopy, [begun.id])).rowCount === 1
      return counted
    })
    await pool.query('update private.letter_copies set sent_at = now() where id = $1', [begun.id])
    return accepted
  } catch (error) {
    if (counted && outcomeOf(error).kind === 'refused')
      await pool.query('update private.letter_copies set copies = copies - 1 where id = $1', [begun.id])
    throw error
  }
}

const beginCopy = `
  insert into private.letter_copies as c (job_id, message_id, address, copies) values ($1, $2, $3, 0)
  on conflict (job_id, message_id) do update set copies = c.copies where c.sent_at is null and c.copies < 2
  returning id`

const countCopy = `
  update private.letter_copies set copies = copies + 1 where id = $1 and sent_at is null and copies < 2`

/** Returns whether the mail was accepted; false means that it never will be. `about` names it in the log. */
async function handOver(
  { carrier, log }: Pick<LetterOptions, 'carrier' | 'log'>,
  mail: Mail,
  maySend: MaySend,
  about: object,
): Promise<boolean> {
  try {
    await carrier.send(mail, maySend)
    return true
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'alarm') log.error({ err: error, ...about }, 'the mail server refuses us')
    if (failure !== 'permanent') throw error
    log.warn({ err: error, ...about }, 'a mail cannot be delivered')
    return false
  }
}

/** Anybody can request a mail in any language, so one that the recipient has chosen comes first. */
const find = (kind: LetterKind) => `
  with job (now) as (select $1::timestamptz), found as (${kind.find})
  select found.*, (
      select json_build_object('name', c.name, 'admin_email', c.admin_email) from public.calendars c
      where c.id = (to_jsonb(found) ->> 'list_id')::uuid
    ) as sender, ${kind.hasChosenLanguage ? 'found.language' : chosenLanguage} as language,
    exists (select from private.holds) as is_held
  from found
  where not ${stops[kind.stoppedBy]}`

const chosenLanguage = `coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = found.email
      order by chosen.updated_at desc limit 1
    ), found.language)`
