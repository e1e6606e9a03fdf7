export const uiTexts = {
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  tryAgain: 'Try again',
  notifications: 'Notifications',
  find: 'Find in this list',
  nothingFound: 'Nothing found',
  more: (count: number) => `Show ${count} more`,
} as const
