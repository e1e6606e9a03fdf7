// What every email carrier does: an SMTP server, SendGrid, or the catcher on a machine without either.
import { notSent } from '../outcome.ts'
import type { CalendarPart } from './calendar-part.ts'
import type { MaySend } from './connection.ts'

export type Mail = {
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
  /** Identical for every attempt at one mail, so that mail programs show a second copy once. With its angle brackets. */
  messageId: string
  date: Date
  headers: Record<string, string>
  /** Events as files. */
  calendarParts?: CalendarPart[] | undefined
  /** The address that bounces go to, when it is not `from`. */
  envelopeFrom?: string
  /** Our own id for the mail, which a provider repeats in its callbacks. */
  reference?: string
  /** For providers that fill in the template themselves. */
  template?: { id: string; data: object } | undefined
}

/**
 * Throws `notSent` of outcome.ts for a mail that was not accepted. `maySend` is asked as late as the carrier can: by SMTP before the last
 * byte of the message.
 */
export type EmailCarrier = {
  send(mail: Mail, maySend?: MaySend): Promise<{ providerId?: string | undefined }>
  close(): Promise<void>
}

/** For carriers without a last byte to hold back. */
export async function requireMaySend(maySend: MaySend | undefined): Promise<void> {
  if (maySend && !(await maySend())) throw notSent('temporary', 'stopped')
}

/** Throws for a mail with a control character in a header: a line break there would let its text add headers and recipients. */
export function checkMail(mail: Mail): void {
  const { from, to, subject, messageId, headers, envelopeFrom = from.address } = mail
  const lines = [from.name, from.address, to, subject, messageId, envelopeFrom, ...Object.entries(headers).flat()]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (lines.some((line) => /[\u0000-\u001f\u007f\u2028\u2029]/.test(line)))
    throw notSent('permanent', 'control character in a header')
  if (![to, from.address, envelopeFrom].every(isOneAddress)) throw notSent('permanent', 'not one address')
}

/** Accepts ASCII only: stored addresses have an ASCII domain, and other local parts would need SMTPUTF8. */
export function isOneAddress(text: string): boolean {
  return /^[!-~]+@[!-~]+$/.test(text) && !/@.*@|[,;:<>()[\]\\"]/.test(text)
}

/** Replies reach the organizers of a calendar, if they gave an address that mail programs can write to. */
export function replyTo(adminEmail: string | null): Record<string, string> {
  return adminEmail && isOneAddress(adminEmail) ? { 'Reply-To': adminEmail } : {}
}
