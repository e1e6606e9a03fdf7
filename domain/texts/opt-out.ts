export const optOutTexts = {
  invalidEmail: 'Invalid email address',
  invalidCalendar: 'Invalid calendar ID',
  success: 'You have been successfully unsubscribed from notifications.',
  already: 'You are already unsubscribed from these notifications.',
  failed: 'Failed to process opt-out request. Please try again.',
  unsubscribe: 'Unsubscribe',
  returnHome: 'Return to Home',

  // Taking back an opt-out that somebody else may have asked for.
  undo: 'Keep me subscribed',
  undone: "You're subscribed to notifications again.",
  undoNotFound: 'This link was already used or is no longer valid.',
} as const
