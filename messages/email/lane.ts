// A lane takes mails of a mailing one after another. Just before a mail becomes irrevocable the lane asks whether it may
// still go; that is where the lease is checked, and whether the person has opted out meanwhile.

export type Outgoing = {
  to: string
  from: { name: string; address: string }
  /** Where bounces go. */
  returnPath: string
  messageId: string
  subject: string
  /** Made only for carriers that take parts instead of a message. */
  html(): string
  text(): string
  /** All but From, To, Subject, Date, Message-ID and those of the body. */
  headers: Record<string, string>
  date: Date
  /** The whole message as it stands on the wire, signed. */
  raw(): Promise<Buffer>
  /** Handed to carriers that fill in the template themselves. */
  template?: { id: string; data: object } | undefined
  /** Ours, for the carrier to say back in its callbacks. */
  reference: string
}

/** Who comes next. Its mail need not be written yet; whoever asks for it twice gets the same. */
export type Upcoming = Pick<Outgoing, 'to' | 'returnPath' | 'raw'>

export type Outcome =
  | { kind: 'sent'; providerId?: string | undefined }
  /** It was asked for and not allowed: nothing left. */
  | { kind: 'stopped' }
  /** Nothing left, for certain. */
  | ({ kind: 'refused' } & Refusal)
  /** The end was sent and no answer came: it may have arrived. */
  | { kind: 'unknown'; code: string }

export type Refusal = {
  /** later: try again. never: not to this person. alarm: to nobody, until an operator acts. */
  fate: 'later' | 'never' | 'alarm'
  /** The carrier's code, without its words, which may quote addresses. */
  code: string
  /** The address does not exist: never write to it again. */
  isBadAddress?: boolean
  /** The recipient's provider refuses us, not the person. */
  isPolicy?: boolean
  /** It was not about this mail: the carrier could not be reached, or takes nothing now. */
  isCarrier?: boolean
  /** The carrier asks to wait so long. */
  retryAfterMs?: number | undefined
}

/** Answers true if the message may leave; then it must leave at once, or not at all. */
export type MayGo = () => Promise<boolean>

export type Lane = {
  /** `next` is sent after this one, unless sending stops: a lane may begin it with the end of this one. */
  send(mail: Outgoing, mayGo: MayGo, next?: Upcoming): Promise<Outcome>
  /** Gives the lane back for the next mailing. */
  release(): void
}

export type Lanes = {
  /** Waits for a free one. */
  open(): Promise<Lane>
  close(): Promise<void>
}

/** After mayGo said yes, the end of the message leaves within this time, or the message is dropped. */
export const LEAVE_WITHIN_MS = 2000
