export const frameTexts = {
  sections: 'Calendar sections',
  calendar: 'Calendar',
  people: 'People',
  mailings: 'Mailings',
  settings: 'Settings',
  recipients: 'Recipients',
  members: 'Members',
  newEvent: 'New event',
  newAlert: 'New alert',
  more: 'More',
  newEventIn: 'New event in',
  allCalendars: 'All calendars',
  switchCalendar: 'switch calendar',
  find: 'Find a calendar of yours',
  nothingFound: 'None of your calendars matches.',
  viewPublicPage: 'View public page',
  suggestions: (count: number) => (count === 1 ? '1 suggestion waits' : `${count} suggestions wait`),
} as const

export const upcomingTexts = {
  coming: 'Coming up',
  nothing: 'Nothing on yet. Add the first event.',
  nothingForMembers: 'Nothing on yet.',
  nothingMore: 'Nothing coming up.',
  next: 'Next:',
  mailing: (when: string, events: number, people: number) =>
    `${when}, ${events} ${events === 1 ? 'event' : 'events'}, ${people} ${people === 1 ? 'person' : 'people'}`,
  soon: 'within 10 minutes',
  noMailing: 'The next mail leaves on the day of your next event.',
  paused: 'Sending is paused.',
  today: 'today',
  tomorrow: 'tomorrow',
} as const

export const startTexts = {
  title: 'Getting started',
  progress: (done: number, of: number) => `${done} of ${of} done`,
  hide: 'Hide',
  hideOf: (name: string) => `Hide getting started: ${name}`,
  done: 'done',
  people: { title: 'Add people', lead: 'Add the people who should hear from you.', action: 'Add people' },
  event: {
    title: 'Add your first event',
    lead: 'A title and a time are enough. Or pick from typical events.',
    action: 'Add event',
    kit: 'Start from a kit',
  },
  test: { title: 'Send yourself a test', lead: 'See exactly what people will get.', action: 'Send test' },
  share: { title: 'Share the link', lead: 'Neighbors follow it without an account.', action: 'Copy link' },
  copied: { title: 'Link copied' },
  me: (email: string) => `Put ${email} on the list`,
  meHint: 'You see each mail as everybody gets it.',
} as const
