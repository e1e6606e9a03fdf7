export const optOutTexts = {
  invalidEmail: 'Invalid email address',
  invalidAddress: 'Enter an email address or a US or Canadian phone number',
  linkSent: 'If we write to this address or number, you get a link within a minute.',
  noChannel: 'Choose what to stop',
  invalidCalendar: 'Invalid calendar ID',
  success: 'You have been successfully unsubscribed from notifications.',
  already: 'You are already unsubscribed from these notifications.',
  tooMany:
    'This address was unsubscribed from many calendars today. Please use the link in an email from the calendar.',

  // Taking back an opt-out that somebody else may have asked for.
  undone: "You're subscribed to notifications again.",
  undoNotFound: 'This link was already used or is no longer valid.',
} as const
