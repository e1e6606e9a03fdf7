import { plainDay } from '#domain/date-words.ts'
import { noticeTexts } from '#domain/texts/notices.ts'

// Words of the event screens; those that are fixed word for word are in #domain/texts/events.ts.

export const panelTexts = {
  noEvents: 'Nothing on this day.',
  addHint: 'Add the first event.',
  loading: 'Loading events',
  tryAgain: 'Try again',
  edit: (title: string) => `Edit ${title}`,
  duplicate: (title: string) => `Duplicate ${title}`,
  delete: (title: string) => `Delete ${title}`,
  notMailed: 'Not in the mailer',
  zone: (name: string) => `Times in ${name}`,
  repeats: 'Repeats',
  sendNow: noticeTexts.alertNow,
  dayHint: "Shows the day's events",
  dayHintAdmin: "Shows the day's events; an empty day opens Add Event",
} as const

export const templateTexts = {
  title: 'Event title to preview',
  hint: 'Shows what the saved template makes of it.',
} as const

export const dialogTexts = {
  selectCategory: 'Select a category',
  mailerHint: 'Goes out by email and text on the morning of the day.',
  addressHint: 'Street, city, state',
  allDay: 'All day',
  endDay: 'End Date',
  endDayHint: 'Later than the day for events over midnight or several days.',
  newDay: 'New Date',
  date: 'Date',
  copyHint: 'The day of the copy. Everything else is taken along, and can be changed next.',
  goOn: 'Continue',
  status: 'Status',
  statusHints: {
    scheduled: 'It takes place as announced.',
    cancelled: 'It stays on the calendar, marked as cancelled.',
    postponed: 'It does not take place then; a new date is not known yet.',
    moved: 'It takes place at another time or place; its date can be changed.',
  },
  save: 'Save Changes',
  saving: 'Saving...',
  previewing: 'Loading preview...',
  deleteBody: (title: string, day: string) => `"${title}" on ${plainDay(day)} will be gone for everybody.`,
  deleting: 'Deleting...',
  close: 'Close',
} as const
