// A mail connection sends the mails of a mailing one after another. Just before a mail becomes irrevocable it calls `maySend`,
// which checks the lease and whether the person has opted out in the meantime.
import type { Outcome } from '../outcome.ts'
import type { CalendarPart } from './calendar-part.ts'

export type Outgoing = {
  to: string
  from: { name: string; address: string }
  /** The address that bounces go to. */
  returnPath: string
  messageId: string
  subject: string
  /** Called only for carriers that take the parts instead of a whole message. */
  html(): string
  text(): string
  /** All headers but From, To, Subject, Date, Message-ID and those of the body. */
  headers: Record<string, string>
  date: Date
  /** Events as files; `raw` has them already. */
  calendarParts?: CalendarPart[] | undefined
  /** Returns the whole message as it is sent over SMTP, signed. */
  raw(): Promise<Buffer>
  /** For carriers that fill in the template themselves. */
  template?: { id: string; data: object } | undefined
  /** Our own id for the mail, which a provider repeats in its callbacks. */
  reference: string
}

/** The mail after the current one. It need not be rendered yet; calling `raw` twice returns the same message. */
export type Upcoming = Pick<Outgoing, 'to' | 'returnPath' | 'raw'>

/** Resolves to true if the message may leave; then it must leave at once, or not at all. */
export type MaySend = () => Promise<boolean>

/** Limits the time between `maySend` and the end of the message; a later message is dropped. */
export const LEAVE_WITHIN_MS = 2000

export type MailConnection = {
  /** Sends one mail. `next` follows unless sending stops, so its envelope may go out with the end of this mail. */
  send(mail: Outgoing, maySend: MaySend, next?: Upcoming): Promise<Outcome>
  /** Gives the connection back for the next mailing. */
  release(): void
}

export type MailConnections = {
  /** Waits for a free connection. */
  open(): Promise<MailConnection>
  close(): Promise<void>
}
