export const preferencesPageTexts = {
  description: 'Choose what you hear of, how and when. No account needed.',
  noScript: 'Please switch on JavaScript for this page: without it nothing can be chosen here.',
} as const
