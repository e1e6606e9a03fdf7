import { failure } from './toast.ts'

// Events and the email preview, fixed word for word.

export const eventTexts = {
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
  addEventOn: (date: string) => `Add Event - ${date}`,
  editEvent: 'Edit Event',
  deleteEvent: 'Delete Event',
  createEvent: 'Create Event',
  creating: 'Creating...',
  cancel: 'Cancel',
  includeInMailer: 'Include in Mailer',
  eventTitle: 'Event Title',
  category: 'Category',
  description: 'Description',
  locationName: 'Location Name',
  locationAddress: 'Location Address',
  startTime: 'Start Time',
  endTime: 'End Time',
  noRecipientsBanner: {
    title: 'No recipients defined',
    body: 'Add email recipients through Manage Contact Lists first.',
  },
} as const

/** Keyed by what `eventProblem` in domain/events.ts finds wrong. */
export const eventProblemTexts = {
  noRecipients: {
    title: 'No recipients defined',
    body: 'Please add email recipients to your contact list before creating events.',
  },
  pastDay: { title: 'Past event not allowed', body: 'Please choose today or a later date.' },
  pastEvent: {
    title: 'Past event cannot be edited',
    body: 'Only events dated today or in the future can be edited.',
  },
  missingTitle: { title: 'Missing title', body: 'Please enter a title' },
  missingStartTime: { title: 'Missing start time', body: 'Please select a start time' },
  missingEndTime: { title: 'Missing end time', body: 'Please select an end time' },
  missingCategory: { title: 'Missing category', body: 'Please select a category' },
  invalidTime: { title: 'Invalid time', body: 'End time must be after start time' },
  tooLong: { title: 'Invalid time', body: 'An event can last up to 31 days' },
  fixedDay: { title: 'Error', body: 'The event date cannot be changed.' },
} as const

export type EventProblem = keyof typeof eventProblemTexts

export const previewTexts = {
  previewEmail: 'Preview Email',
  emailPreview: 'Email Preview',
  none: 'No preview available',
  failed: { title: 'Preview failed', body: 'Failed to generate email preview' },
  error: { title: 'Preview Error', body: 'Failed to generate email preview' },
} as const

const addTemplate = 'Please add a SendGrid template ID in calendar settings before previewing.'

/** Keyed by what `previewProblem` in domain/events.ts finds missing. */
export const previewProblemTexts = {
  templateNotConfigured: { title: 'Template not configured', body: addTemplate },
  missingTitle: { title: 'Missing title', body: 'Please enter a title to preview' },
  missingStartTime: { title: 'Missing start time', body: 'Please select a start time to preview' },
  missingEndTime: { title: 'Missing end time', body: 'Please select an end time to preview' },
  missingCategory: { title: 'Missing category', body: 'Please select a category to preview' },
} as const

export type PreviewProblem = keyof typeof previewProblemTexts

/** The same, as the dashboard says it. */
export const dashboardPreviewProblemTexts = {
  ...previewProblemTexts,
  templateNotConfigured: { title: 'No template configured', body: addTemplate },
  missingTitle: { title: 'Missing event title', body: 'Please enter an event title to preview' },
} as const
