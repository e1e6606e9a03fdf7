// What one attempt to send a message led to, whatever carries it: email, text or push.
import { AppError, isAppError } from '#domain/errors.ts'

export type Outcome =
  | { kind: 'sent'; providerId?: string | undefined }
  /** The caller did not allow it to leave, so nothing left. */
  | { kind: 'stopped' }
  /** Nothing left, for certain. */
  | ({ kind: 'refused' } & Refusal)
  /** The end of the message was sent and no answer came: it may have arrived. */
  | { kind: 'unknown'; code: string }

/** temporary: try again. permanent: this message cannot be delivered. alarm: no message can, until an operator acts. */
export type Failure = 'temporary' | 'permanent' | 'alarm'

export type Refusal = {
  failure: Failure
  /** The carrier's code without its text, which may quote an address and would end up in the log. */
  code: string
  /** The address does not exist, or its owner replied STOP to the carrier: never write to it again. */
  isBadAddress?: boolean
  /** The recipient's provider rejects us as a sender, not this recipient. */
  isPolicy?: boolean
  /** The carrier cannot be reached or accepts nothing now; the message itself is not the reason. */
  isCarrier?: boolean
  /** The carrier closed the connection before it took this message, as some do after so many; a new one may take it at once. */
  isClosing?: boolean
  /** How long the carrier asks us to wait. */
  retryAfterMs?: number | undefined
}

/** `mayHaveLeft`: no answer came, or one that leaves it open. */
export type NotSent = Refusal & { mayHaveLeft?: boolean }

/** Makes the error that a carrier throws for a message it did not accept. */
export function notSent(failure: Failure, code: string, more: Omit<NotSent, 'failure' | 'code'> = {}): AppError {
  return new AppError('message_not_sent', 502, `The message was not accepted (${code})`, {
    details: { failure, code, ...more },
  })
}

/** Returns what a carrier said about a message it did not accept; null for any other error. */
export function notSentDetails(error: unknown): NotSent | null {
  return isAppError(error) && error.code === 'message_not_sent' ? (error.details as NotSent) : null
}

/** Returns how a message failed. An error of another kind may pass, so it counts as temporary. */
export function failureOf(error: unknown): Failure {
  return notSentDetails(error)?.failure ?? 'temporary'
}

/** Turns what a carrier threw into an outcome. After an error of another kind the message may have left. */
export function outcomeOf(error: unknown): Outcome {
  const details = notSentDetails(error)
  if (!details) return { kind: 'unknown', code: (error as { code?: string }).code ?? 'unexpected' }
  const { mayHaveLeft, ...refusal } = details
  return mayHaveLeft ? { kind: 'unknown', code: refusal.code } : { kind: 'refused', ...refusal }
}
