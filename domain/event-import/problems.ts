import type { RuleProblem } from '../texts/recurrence.ts'

/** Why an entry of a file or feed is skipped. */
export type ImportProblem =
  | RuleProblem
  | 'noTitle'
  | 'noStart'
  | 'badTime'
  | 'unknownZone'
  | 'endsBefore'
  | 'tooLong'
  | 'outOfRange'
  | 'private'
  | 'range'
  | 'past'
  | 'older'
  | 'deletedHere'
  | 'tooMany'
  | 'tooManySeries'
  | 'tooManyDates'

/** Why an external calendar could not be read. */
export type FetchProblem =
  | 'badAddress'
  | 'closedAddress'
  | 'unreachable'
  | 'tooSlow'
  | 'tooLarge'
  | 'redirects'
  | 'notAllowed'
  | 'notFound'
  | 'tooComplex'
  | 'unreadable'
