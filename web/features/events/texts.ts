import { plainDay } from '#domain/date-words.ts'
import { EVENT_IMAGE_ALT_MAX } from '#domain/limits.ts'
import { previewProblemTexts } from '#domain/texts/events.ts'
import { sentTexts } from '#domain/texts/sent-people.ts'
import { failure } from '#domain/texts/toast.ts'
import { noticeTexts } from './notice-texts.ts'

export const panelTexts = {
  alertUpdate: 'Update',
  alertClear: 'All clear',
  addPeople: 'Add people',
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
  addressHint: 'Street, city, state',
  allDay: 'All day',
  endDay: 'End Date',
  endsLater: 'Ends on another day',
  moreOptions: 'More options',
  newDay: 'New Date',
  date: 'Date',
  changeDate: 'Change date',
  copyHint: 'The date of the copy. Everything else is copied; you can edit it next.',
  chooseDay: 'Please choose a date',
  goOn: 'Continue',
  status: 'Status',
  statusHints: {
    scheduled: "It's on as announced.",
    cancelled: 'It stays on the calendar, marked as cancelled.',
    postponed: "It won't take place then, and there's no new date yet.",
    moved: 'It has a new time or place. You can change its date.',
  },
  statusReasonHint: 'For example: thunderstorm. It is shown with the event and in the notice.',
  save: 'Save Changes',
  saving: 'Saving...',
  previewing: 'Loading preview...',
  deleteBody: (title: string, day: string) => `"${title}" on ${plainDay(day)} will be deleted for everyone.`,
  deleting: 'Deleting...',
  close: 'Close',
} as const

export const draftTexts = {
  state: 'Draft kept',
  kept: "This is what you typed before. It isn't posted yet.",
  startOver: 'Start over',
} as const

export const conflictTexts = {
  changed: { title: 'Event changed', body: 'Someone else saved this event while you were editing it.' },
  title: 'Someone else changed this event',
  body: 'They saved it after you opened it. Choose what to keep; nothing is overwritten until you save.',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  time: 'Date and time',
  empty: 'Empty',
  yes: 'Included',
  no: 'Not included',
} as const

export const mailerTexts = {
  emails: (count: number) => (count === 1 ? '1 email' : `${count} emails`),
  texts: (count: number) => (count === 1 ? '1 text' : `${count} texts`),
  both: (emails: string, texts: string) => `${emails} and ${texts}`,
  toTags: (messages: string, tags: readonly string[]) => `${messages} to ${tags.map((tag) => `“${tag}”`).join(', ')}`,
  audience: 'Who is notified',
  everybody: 'Everybody',
  onlyTags: 'Only people with a tag',
  tagCount: (tag: string, count: number) => `${tag} (${count})`,
  at: (weekday: string, day: string, time: string) => `${weekday}, ${day}, ${time}`,
  past: (time: string) => `It's past ${time}, so this goes out in 10 minutes`,
  almost: (time: string) => `It's almost ${time}, so this goes out in 10 minutes`,
  sendLater: 'Send in 10 minutes',
  until: (time: string) => `At ${time}. You can undo it until then.`,
  tooLate: 'Its day is over by then, so nobody is notified.',
  sendNow: 'Send now',
  sendAt: (time: string) => `Send at ${time}`,
  doNotSend: "Don't send",
  onlyShows: 'It only shows on the calendar.',
  over: 'It is over already, so nobody is notified.',
  nobody: 'Nobody is notified; it only shows on the calendar.',
  sent: (count: number) => `${sentTexts.sentTo(count)}.`,
} as const

export const eventTexts = {
  from: 'From',
  to: 'To',
  notLoaded: "The events couldn't be loaded.",
  created: (title: string, date: string) => ({
    title: 'Event created',
    body: `${title} has been scheduled for ${date}`,
  }),
  createFailed: failure('Failed to create event'),
  createFailedWith: (status: number) => `Failed to create event: ${status}`,
  updated: { title: 'Event updated' },
  updateFailed: failure('Failed to update event'),
  deleted: { title: 'Event deleted' },
  deleteFailed: failure('Failed to delete event'),
  loadFailed: failure('Failed to load events'),

  addEvent: 'Add Event',
  addToday: 'Add an event today',
  addEventOn: (date: string) => `Add Event - ${date}`,
  editEvent: 'Edit Event',
  deleteEvent: 'Delete Event',
  createEvent: 'Create Event',
  creating: 'Creating...',
  cancel: 'Cancel',
  importEvents: 'Import events',
  changeSeveral: 'Edit several events',
  print: 'Print',
  includeInMailer: 'Include in Mailer',
  eventTitle: 'Event Title',
  category: 'Category',
  description: 'Description (optional)',
  locationName: 'Location Name (optional)',
  locationAddress: 'Location Address (optional)',
  startTime: 'Start Time',
  endTime: 'End Time',
  noRecipientsBanner: {
    title: 'No recipients defined',
    body: 'Add email recipients through Manage Contact Lists first.',
  },
  noAccessToken: failure('No access token available'),
} as const

/** The problems of a preview, as the dashboard words them. */
export const dashboardPreviewProblemTexts = {
  ...previewProblemTexts,
  templateNotConfigured: { title: 'No template configured', body: previewProblemTexts.templateNotConfigured.body },
  missingTitle: { title: 'Missing event title', body: 'Please enter an event title to preview' },
} as const

export const imageFieldTexts = {
  label: 'Picture',
  hint: 'JPEG, PNG or WebP. We remove the location and date from the file.',
  remove: 'Remove picture',
  adding: 'Adding picture...',
  added: 'Picture added.',
  alt: 'What the picture shows',
  altHint: `Read aloud by screen readers, and shown if the picture doesn't load. Up to ${EVENT_IMAGE_ALT_MAX} characters.`,
  failed: failure("The picture couldn't be added. Please try again."),
} as const

export const previewDialogTexts = {
  previewEmail: 'Preview Email',
  emailPreview: 'Email Preview',
  none: 'No preview available',
  error: { title: 'Preview Error', body: 'Failed to generate email preview' },
} as const
