import { failure } from '#domain/texts/toast.ts'

// Words of subscribing and embedding.

export const subscribeTexts = {
  title: 'Add to your calendar app',
  lead: 'New events appear automatically, next to your own.',
  which: 'Which events',
  all: 'All events',
  only: (category: string) => `Only ${category}`,
  google: 'Google Calendar',
  apple: 'Apple Calendar',
  outlook: 'Outlook.com',
  microsoft365: 'Microsoft 365',
  link: 'Link for any other app',
  slow: 'Calendar apps check for updates on their own schedule; Google can take a day. To hear about last-minute changes, follow the calendar.',
  file: 'Download a copy (.ics)',
  rss: 'RSS',
  json: 'JSON Feed',
} as const

export const addTexts = {
  title: (title: string) => `Add “${title}”`,
  lead: "This adds a copy to your calendar. It won't update if the event changes; for that, add the whole calendar.",
  google: 'Google Calendar',
  outlook: 'Outlook.com',
  file: 'Apple Calendar and others',
} as const

export const privateTexts = {
  title: 'Your private link',
  disabled: "This calendar isn't public. Your private link lets your calendar app read it.",
  exists: 'You have a private link. We only show it once. If you lost it, create a new one; the old one stops working.',
  warning: "Anyone with this link can read the calendar. Copy it now; we won't show it again.",
  link: 'Private link',
  make: 'Create a private link',
  renew: 'Create a new link',
  working: 'Creating...',
  revoke: 'Revoke',
  revoking: 'Revoking...',
  made: { title: 'Private link created', body: 'Any earlier link no longer works.' },
  revoked: { title: 'Private link revoked', body: 'Apps that used it can no longer read the calendar.' },
  failed: failure('Failed to create the private link'),
  revokeFailed: failure('Failed to revoke the private link'),
} as const

export const embedTexts = {
  title: 'Show it on your website',
  lead: 'Paste this code where the calendar should appear. It updates automatically.',
  kind: 'How',
  script: 'As part of the page',
  scriptHint: "Uses your page's width and fonts. Needs JavaScript.",
  frame: 'In a frame',
  frameHint: "For site builders that don't allow scripts.",
  view: 'View',
  list: 'List',
  month: 'Month',
  theme: 'Colors',
  auto: "Match the reader's device",
  light: 'Light',
  dark: 'Dark',
  accent: 'Accent color',
  code: 'Code',
  preview: 'Preview',
} as const

export const copyTexts = {
  copy: 'Copy',
  copied: { title: 'Copied' },
  byHand: { title: 'Copy it yourself', body: "Your browser didn't allow copying. The text is selected." },
} as const
