export const eventLinkTexts = {
  label: 'Website or meeting link',
  hint: 'Everyone who sees the event can open it.',
  invalid: 'Enter a web address that starts with https:// or http://',
} as const
