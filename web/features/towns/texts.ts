// The public town page and its follow dialog.

export const townTexts = {
  share: 'Share',
  nextUp: { today: 'Next up, today', tonight: 'Next up, tonight', tomorrow: 'Next up, tomorrow', later: 'Next up' },
  calendars: (count: number) => (count === 1 ? '1 calendar' : `${count} calendars`),
  follow: 'Follow',
  subscribe: 'Add to my calendar app',
  embed: 'Embed',
  months: 'Other months',
  filter: 'Calendars',
  all: 'All calendars',
  only: (calendar: string) => `Only ${calendar}`,
  coming: 'Coming up',
  monthOf: (month: string) => `Events of ${month}`,
  showMonth: (month: string) => `All of ${month}`,
  showComing: 'Coming up',
  nothing: 'Nothing is planned here yet.',
  tooMany: 'There is more than fits here. Choose some of the calendars to see all of theirs.',
  more: (count: number) => `${count} more`,
  empty: 'This page has no calendars yet.',
  about: 'About this page',
  aboutBody: 'It shows public calendars together. Each belongs to its own organizers.',
  description: (name: string) => `Events of ${name}: several community calendars on one page.`,
  notFound: 'This town page does not exist',
  notFoundBody: 'It may have been deleted. You can look for a calendar instead.',
  failed: 'This page could not be loaded',
  failedBody: 'Please try again in a moment.',
  find: 'Find a calendar',
} as const

export const townFollowTexts = {
  title: (page: string) => `Follow ${page}`,
  lead: "Choose what you want to hear about. We'll send you one email to confirm.",
  calendars: 'Calendars',
  isFull: 'All email places are taken: you join the waiting list.',
  send: 'Send confirmation',
  busy: {
    title: 'Not today',
    body: "These calendars can't take more followers today. Please try again tomorrow.",
  },
} as const

export const townsHead = {
  title: 'Town pages | Townbell',
  description: 'Show several public calendars on one page.',
} as const
