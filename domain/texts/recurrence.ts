// What can be wrong with a repetition. The database says the same (private.rrule_problem in database/schema/31_event_series.sql).

export const ruleProblemTexts = {
  tooOften: 'An event can repeat once a day at most.',
  tooMany: 'An event can repeat at most 1000 times.',
  twoEnds: 'An event repeats until a day or a number of times, not both.',
  unreadable: 'This repetition cannot be read.',
  never: 'With these choices the event would never happen.',
} as const

export type RuleProblem = keyof typeof ruleProblemTexts

/** The form's words. */
export const repeatTexts = {
  repeat: 'Repeat',
  kinds: {
    never: 'Does not repeat',
    day: 'Daily',
    week: 'Weekly',
    month: 'Monthly',
    year: 'Yearly',
    custom: 'Custom, set up elsewhere',
  },
  everyUnits: {
    day: 'Repeat every (days)',
    week: 'Repeat every (weeks)',
    month: 'Repeat every (months)',
    year: 'Repeat every (years)',
  },
  on: 'On',
  ends: 'Ends',
  endKinds: { never: 'Never', on: 'On a date', after: 'After a number of times' },
  until: 'Last date',
  count: 'Number of times',
  next: 'Next dates',
  andSoOn: 'and so on',
  noDates: 'No dates match.',
  incomplete: 'Please finish choosing how it repeats.',
  scope: {
    title: 'This event repeats',
    editBody: 'You can change one date or several.',
    edit: 'Change which dates?',
    delete: 'Delete which dates?',
    this: 'This date only',
    following: 'This and all following dates',
    all: 'All dates',
    allHint: 'Past dates stay as they were. Dates you edited individually keep their changes.',
  },
} as const
