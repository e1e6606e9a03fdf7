// What is wrong with the form of an alert.

export const alertTexts = {
  headlineMissing: 'Give the alert a headline',
  headlineLong: 'The headline can have at most 200 characters',
  messageMissing: 'Say what happened and what to do',
  messageLong: (max: number) => `The message can have at most ${max.toLocaleString('en-US')} characters`,
  untilPast: 'Choose a time later than now',
  untilLong: 'An alert lasts at most 31 days',
  confirmMissing: 'Type the number of people or the calendar’s name',
} as const
