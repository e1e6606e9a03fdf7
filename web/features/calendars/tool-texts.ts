/** What the tools of a calendar do, in a line for each. */
export const toolTexts = {
  subscribe: 'Its events in Google, Apple or Outlook',
  embed: 'On your own website',
  import: 'From a file or another calendar',
  several: 'Move, cancel or change many at once',
  print: 'Month, list, flyer or large type',
  history: 'Who changed what, and when',
  leave: 'You stop being a member',
} as const
