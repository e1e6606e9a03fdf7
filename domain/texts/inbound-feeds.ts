import { failure } from './toast.ts'

/** Why an external calendar could not be read. */
export const fetchProblemTexts = {
  badAddress: 'The link is not one that can be read. It must begin with https:// or http://.',
  closedAddress: 'The link leads to an address that is not open to everybody.',
  unreachable: 'The other server could not be reached, or did not answer as expected.',
  tooSlow: 'The other server took too long to answer.',
  tooLarge: 'The external calendar is too large. It can have 5 MB at most.',
  redirects: 'The link leads from one address to the next too often.',
  notAllowed: 'The other server does not show this calendar to everybody.',
  notFound: 'There is no calendar at this address.',
  unreadable: 'There is no calendar at this address that can be read. It must be iCalendar (.ics).',
} as const

export type FetchProblem = keyof typeof fetchProblemTexts

export function fetchProblemText(problem: string): string {
  return Object.hasOwn(fetchProblemTexts, problem)
    ? fetchProblemTexts[problem as FetchProblem]
    : fetchProblemTexts.unreachable
}

export const inboundFeedTexts = {
  tab: 'External calendar',
  lead: 'Events of the calendar behind the external link can come here by themselves. It is looked at every few hours.',
  noLink: 'Save an external calendar link under General first.',
  loading: 'Loading the state of the external calendar',
  check: 'Check now',
  checking: 'Checking...',
  states: {
    none: 'Nothing is taken from it yet.',
    preview: 'This is what it holds. Nothing is taken before you accept it; later changes then come by themselves.',
    live: 'Its events come here by themselves.',
    held: 'Many of its events are gone at once. Nothing was changed here; if it is no mistake, accept it.',
  },
  last: 'What it changed last',
  checked: (when: string) => `Last looked at: ${when}`,
  fetched: (when: string) => `Last read: ${when}`,
  changed: (when: string) => `Last change: ${when}`,
  never: 'never',
  accept: 'Accept',
  accepting: 'Accepting...',
  stop: 'Stop taking its events',
  stopped: { title: 'Its events do not come any more', body: 'What came so far stays.' },
  failed: failure('The external calendar could not be looked at'),
  loadFailed: failure('The state of the external calendar could not be loaded'),
} as const
