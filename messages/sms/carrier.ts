// What every carrier of texts does: Twilio, or the catcher on a machine without it. A text that is not accepted throws `notSent`.

export type Text = {
  /** E.164. */
  to: string
  body: string
  /** Our own id for the text, which the carrier repeats in its callbacks. */
  reference?: string
}

export type TextSent = { providerId?: string | undefined }

export type TextCarrier = {
  send(text: Text): Promise<TextSent>
  /** Finds the same text to the same number sent since then. Needed after a crash, because sending is not idempotent. */
  find(text: Text, since: Date): Promise<TextSent | null>
  close(): Promise<void>
}
