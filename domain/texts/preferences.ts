export const preferenceTexts = {
  suppressed:
    "We're not sending anything to this address, because messages bounced, were reported as spam or were stopped. To start again, follow a calendar.",

  invalidLink: 'This link is incomplete. Please open it again from the message.',
  expiredLink: 'This link has expired. Please use the one in a newer message.',
  notFollowed: "You don't follow this calendar with this address.",
  noCategory: 'Choose at least one category, or unsubscribe.',
  noChannel: 'Choose email or text, or unsubscribe.',
  noTiming: 'Choose when you want messages.',
  noDay: 'Please enter a date like 2025-07-04.',
  longPause: 'A pause can last up to a year. To stop all messages, unsubscribe.',
  failed: 'Failed to save your choices. Please try again.',
} as const
