export const uiTexts = {
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  discardTitle: 'Discard what you typed?',
  discardBody: 'It is not saved yet.',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  tryAgain: 'Try again',
  notifications: 'Notifications',
  find: 'Find in this list',
  nothingFound: 'Nothing found',
  more: (count: number) => `Show ${count} more`,
} as const
