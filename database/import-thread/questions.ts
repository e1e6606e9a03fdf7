import type { Day } from '#domain/dates.ts'
import type { Fingerprints } from '#domain/event-import/feed.ts'
import type { ImportHead } from '#domain/event-import/request.ts'
import type { PreparedImport } from './prepare.ts'

// The questions about a file, in their order, and their answers.

/** What the plan of a file depends on besides the file. */
export interface PlanQuestion {
  /** JSON of StoredCalendar, as PostgreSQL writes it. */
  stored: string
  today: Day
  /** Fingerprints of a feed's last version; null for a file. */
  known: Fingerprints | null
}

export interface Questions {
  /** The body of a request; the file in it stays in the thread. */
  request: { ask: { body: Uint8Array }; answer: ImportHead }
  /** An iCalendar text. */
  text: { ask: { text: string }; answer: null }
  /** Reads the file for a calendar in this zone. */
  read: { ask: { zone: string }; answer: { uids: string[] } }
  plan: { ask: PlanQuestion; answer: PreparedImport }
}

export type QuestionName = keyof Questions
export type Question = { [Name in QuestionName]: { name: Name } & Questions[Name]['ask'] }[QuestionName]

/** Why a file is refused: an error for its sender, or `tooMuch`. */
export type Answer<Name extends QuestionName> =
  | { value: Questions[Name]['answer'] }
  | { refused: { code: 'bad_json' | 'validation_failed'; message: string } }
  | { tooMuch: true }
