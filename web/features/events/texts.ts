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
  hint: 'Previews the saved template with this title.',
} as const

export const dialogTexts = {
  selectCategory: 'Select a category',
  mailerHint: 'Sent by email and text on the morning of the day.',
  addressHint: 'Street, city, state',
  allDay: 'All day',
  endDay: 'End Date',
  endDayHint: 'Only for events that run past midnight or over several days.',
  newDay: 'New Date',
  date: 'Date',
  copyHint: 'The date of the copy. Everything else is copied; you can edit it next.',
  goOn: 'Continue',
  status: 'Status',
  statusHints: {
    scheduled: "It's on as announced.",
    cancelled: 'It stays on the calendar, marked as cancelled.',
    postponed: "It won't take place then, and there's no new date yet.",
    moved: 'It has a new time or place. You can change its date.',
  },
  save: 'Save Changes',
  saving: 'Saving...',
  previewing: 'Loading preview...',
  deleteBody: (title: string, day: string) => `"${title}" on ${plainDay(day)} will be deleted for everyone.`,
  deleting: 'Deleting...',
  close: 'Close',
} as const
