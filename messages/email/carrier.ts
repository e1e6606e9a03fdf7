// Whoever takes mail from us: an SMTP server, a provider, or the catcher of a newcomer's machine.
import { AppError, isAppError } from '#domain/errors.ts'

export type Mail = {
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
  /** The same for every try of one mail, so that a second copy is recognised. With its angle brackets. */
  messageId: string
  date: Date
  headers: Record<string, string>
  /** Where bounces go, when not to `from`. */
  envelopeFrom?: string
  /** Our own name for it, which a provider says back in its callbacks. */
  reference?: string
  /** For providers that fill in the template themselves. */
  template?: { id: string; data: object } | undefined
}

export type Sent = { providerId?: string | undefined }

export type EmailCarrier = { send(mail: Mail): Promise<Sent>; close(): Promise<void> }

/** Later: try again. Never: this mail cannot be delivered. Alarm: no mail can, until an operator acts. */
export type Fate = 'later' | 'never' | 'alarm'

/** The provider's own words stay out: they quote addresses, and errors are logged. */
export function notSent(fate: Fate, providerCode: string, more: NotSentMore = {}): AppError {
  return new AppError('message_not_sent', 502, `The message was not taken (${providerCode})`, {
    details: { fate, providerCode, ...more },
  })
}

export type NotSentMore = {
  /** No answer came, or one that leaves it open: it may be on its way. */
  mayHaveLeft?: boolean
  /** It was not about this message: the carrier cannot be reached, or takes nothing now. */
  isCarrier?: boolean
  /** The address does not exist, or its owner said STOP to the carrier: never again. */
  isBadAddress?: boolean
  retryAfterMs?: number | undefined
}

export type NotSent = NotSentMore & { fate: Fate; providerCode: string }

/** What is known of a message that was not sent; null for an error of another kind. */
export function notSentDetails(error: unknown): NotSent | null {
  return isAppError(error) && error.code === 'message_not_sent' ? (error.details as NotSent) : null
}

/** What we do not know may pass. */
export function fateOf(error: unknown): Fate {
  return notSentDetails(error)?.fate ?? 'later'
}

/** A line break in a header would let its text add headers and recipients. Nothing with one leaves, whatever carries it. */
export function checkMail(mail: Mail): void {
  const { from, to, subject, messageId, headers, envelopeFrom = '' } = mail
  const lines = [from.name, from.address, to, subject, messageId, envelopeFrom, ...Object.entries(headers).flat()]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (lines.some((line) => /[\u0000-\u001f\u007f\u2028\u2029]/.test(line)))
    throw notSent('never', 'control character in a header')
  if (!isOneAddress(to) || !isOneAddress(from.address)) throw notSent('never', 'not one address')
}

function isOneAddress(text: string): boolean {
  return /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/.test(text)
}
