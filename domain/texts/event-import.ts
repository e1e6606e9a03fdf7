import { IMPORT_BYTES_MAX } from '../limits.ts'

export const fileProblemTexts = {
  unreadable: "We can't read this file. It must be iCalendar (.ics) or CSV.",
  empty: 'This file has no events.',
  tooLarge: `This file is too large. The limit is ${IMPORT_BYTES_MAX / 1024 / 1024} MB.`,
  columns: 'Choose the columns for the title and the date.',
  tooComplex: 'This file is too complicated to import. Try splitting it into smaller files.',
} as const

/** Why an import cannot start or finish right now. */
export const importTurnTexts = {
  own: 'Your other imports are still running. Please try again in a minute.',
  all: 'Many people are importing events right now. Please try again in a minute.',
  changing: 'Somebody else is changing this calendar right now. Please try again in a minute.',
} as const

export const fileRefusals = {
  forbidden: 'Only admins of the calendar can import events.',
  invalid: "We couldn't import these events. Please check the file again.",
}
