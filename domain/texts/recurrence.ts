// What can be wrong with a repetition. The database says the same (private.rrule_problem in database/schema/31_event_series.sql).

export const ruleProblemTexts = {
  tooOften: 'An event can repeat once a day at most.',
  tooMany: 'An event can repeat at most 1000 times.',
  twoEnds: 'An event repeats until a day or a number of times, not both.',
  unreadable: 'This repetition cannot be read.',
  never: 'With these choices the event would never happen.',
} as const

/** What can be wrong with the fields of the form. */
export const repeatFieldTexts = {
  notUpTo: (max: number) => `Please enter a number from 1 to ${max}`,
  noLastDate: 'Please choose the last date',
} as const

export type RuleProblem = keyof typeof ruleProblemTexts
