export const preferencesPageTexts = {
  description: 'Choose what to get, how and when. No account needed.',
  noScript: 'Please turn on JavaScript. This page needs it to save your choices.',
} as const
