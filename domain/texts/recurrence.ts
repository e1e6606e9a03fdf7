// What can be wrong with a repetition. The database says the same (private.rrule_problem in 0071_event_series.sql).

export const ruleProblemTexts = {
  tooOften: 'An event can repeat once a day at most.',
  tooMany: 'An event can repeat at most 1000 times.',
  twoEnds: 'An event repeats until a day or a number of times, not both.',
  unreadable: 'This repetition cannot be read.',
  never: 'With these choices the event would never happen.',
} as const

export type RuleProblem = keyof typeof ruleProblemTexts
