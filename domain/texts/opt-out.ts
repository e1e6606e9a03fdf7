export const optOutTexts = {
  invalidEmail: 'Invalid email address',
  invalidCalendar: 'Invalid calendar ID',
  success: 'You have been successfully unsubscribed from notifications.',
  already: 'You are already unsubscribed from these notifications.',
  failed: 'Failed to process opt-out request. Please try again.',
  unsubscribe: 'Unsubscribe',
  returnHome: 'Return to Home',
} as const
