// What the job 'send-letter' needs to know of a kind of letter. A letter that was queued is written only when it is sent: the job
// holds ids, and no working link lies in the queue.
import type pg from 'pg'
import type { Language } from '#domain/languages.ts'
import type { CalendarPart } from '#messages/email/calendar-part.ts'
import type { Letter } from '#messages/templates/letter.ts'

export type LetterKind<Row extends Found = Found> = {
  /** Names the ids in the job. They are $2, $3 … of `find`; $1 is the time. */
  ids: readonly string[]
  /** Opens what is sealed in place of an id; null if we did not seal it. */
  open?(sealed: string, linkSecret: string): string | null
  /** Selects a row per recipient: what `Found` says, and what `compose` needs. None if there is no reason for the letter any more. */
  find: string
  stoppedBy: Stop
  /** Says that `language` of the row is the recipient's choice. Otherwise the language chosen last by the address comes first. */
  hasChosenLanguage?: true
  /** Nobody asked for it this moment: while all sending is held, the queue tries again later. */
  waitsWhileHeld?: true
  /** Returns null if there is nothing to say. */
  compose(found: Row, sender: LetterSender): Composed | null
  /** Wraps the sending: writes before or after it what must happen once. `send` returns false if the letter never will be accepted. */
  around?(send: () => Promise<boolean>, found: Row, sender: LetterSender & { pool: pg.Pool }): Promise<unknown>
}

export type Found = {
  /** Null for the support address. */
  email: string | null
  language: Language
  /** The calendar of the list headers: the recipient can unsubscribe from it in one click. */
  list_id?: string | null
  /** Identifies the mail and determines its Message-ID. Without it, it is the job's id. */
  mail_id?: string
}

export type Composed =
  | (Letter & { calendarParts?: CalendarPart[] })
  | { subject: string; html: string; text: string; headers: Record<string, string> }

export type LetterSender = {
  siteUrl: string
  linkSecret: string
  supportEmail: string
  /** Where replies of calendar programs are read; without it mails have no invitations. */
  bounceAddress?: string | undefined
  now: Date
}

/** What keeps a letter from an address, in the row `found`. */
export type Stop = keyof typeof stops

const suppressed = `select from public.suppressions s where s.channel = 'email' and s.address = found.email`

export const stops = {
  nothing: 'false',
  suppression: `exists (${suppressed})`,
  /** One since `asked_at`: the person has just asked for the letter. */
  newSuppression: `exists (${suppressed} and s.created_at > found.asked_at)`,
  /** A suppression, or an opt-out of the calendar `list_id`. */
  optOut: `private.is_opted_out(found.list_id, 'email', found.email)`,
  /** Whatever stops the calendar's mailings. */
  anything: `exists (select from private.stops(found.list_id, 'email', found.email))`,
}
