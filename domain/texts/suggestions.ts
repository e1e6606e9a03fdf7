export const suggestionTexts = {
  suggest: 'Suggest an event',
  reason: 'Reason',
  expiredLink: 'This suggestion is no longer stored, or its link has expired. Please suggest the event again.',
  closed: "This calendar doesn't take suggestions right now.",
  tooMany: 'Too many suggestions are waiting for this calendar. Please try again later.',
  decided: 'This suggestion has been decided already.',
  eventGone: 'This event is over or no longer on the calendar, so it cannot be changed.',
  failed: "Your suggestion couldn't be saved. Please try again.",
} as const
