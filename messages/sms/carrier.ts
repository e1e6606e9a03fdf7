// Whoever takes texts from us: Twilio, or the catcher of a newcomer's machine. What fails throws notSent of email/carrier.ts.

export type Text = {
  /** E.164. */
  to: string
  body: string
  /** Our own name for it, said back in callbacks. */
  reference?: string
}

export type TextSent = { providerId?: string | undefined }

export type TextCarrier = {
  send(text: Text): Promise<TextSent>
  /** The same text to the same number, handed over since then: asked after a crash, because sending is not idempotent. */
  find(text: Text, since: Date): Promise<TextSent | null>
  close(): Promise<void>
}
