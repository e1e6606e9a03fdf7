// What is wrong with an event or its preview.

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

export const eventDayTexts = { outOfRange: 'Please choose a day between 1970 and 2199' } as const

export type EventProblem = keyof typeof eventProblemTexts

export const previewTexts = {
  failed: { title: 'Preview failed', body: 'Failed to generate email preview' },
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
