import { failure } from '#domain/texts/toast.ts'

// Words of subscribing and embedding.

export const subscribeTexts = {
  title: 'Subscribe in your calendar',
  lead: 'New events appear there by themselves, beside your own.',
  which: 'Which events',
  all: 'All of them',
  only: (category: string) => `Only ${category}`,
  google: 'Google Calendar',
  apple: 'Apple Calendar',
  outlook: 'Outlook.com',
  microsoft365: 'Microsoft 365',
  link: 'Link for any other program',
  slow: 'Programs look for news when they like: Google may take a day. What changes on the day itself, you hear sooner by following.',
  file: 'Download once',
  rss: 'RSS',
  json: 'JSON Feed',
} as const

export const addTexts = {
  title: (title: string) => `Add “${title}”`,
  lead: 'This puts a copy into your calendar. It does not change when the event does; to stay up to date, subscribe instead.',
  google: 'Google Calendar',
  outlook: 'Outlook.com',
  file: 'Apple Calendar and others',
} as const

export const privateTexts = {
  title: 'Your private link',
  disabled: 'This calendar is not public. Your own link lets your calendar program read it.',
  exists:
    'You have a private link. It is shown only when it is made. If you have lost it, make a new one; the old one then stops working.',
  warning: 'Whoever has this link can read the calendar. Copy it now: it is not shown again.',
  link: 'Private link',
  make: 'Make a private link',
  renew: 'Make a new link',
  working: 'Making...',
  revoke: 'Revoke',
  revoking: 'Revoking...',
  made: { title: 'Private link made', body: 'A link you had before no longer works.' },
  revoked: { title: 'Private link revoked', body: 'Programs that used it can no longer read the calendar.' },
  failed: failure('Failed to make the private link'),
  revokeFailed: failure('Failed to revoke the private link'),
} as const

export const embedTexts = {
  title: 'Show it on your website',
  lead: 'Paste this code where the calendar should appear. It stays up to date by itself.',
  kind: 'How',
  script: 'As part of the page',
  scriptHint: 'Takes its width and fonts from your page. Needs scripts.',
  frame: 'In a frame',
  frameHint: 'For site builders that allow no scripts.',
  view: 'View',
  list: 'List',
  month: 'Month',
  theme: 'Colors',
  auto: 'As the reader’s device',
  light: 'Light',
  dark: 'Dark',
  accent: 'Accent color',
  code: 'Code',
  preview: 'Preview',
} as const

export const copyTexts = {
  copy: 'Copy',
  copied: { title: 'Copied' },
  byHand: { title: 'Copy it by hand', body: 'Your browser did not allow copying. The text is selected.' },
} as const
