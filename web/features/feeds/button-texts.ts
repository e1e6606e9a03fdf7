// On the page itself; the words of the dialogs come with them.

export const buttonTexts = {
  subscribe: 'Add to my calendar app',
  share: 'Share',
  embed: 'Embed',
  add: 'Add to calendar',
  addShort: 'Add',
  addFor: (title: string) => `Add to calendar: ${title}`,
} as const
