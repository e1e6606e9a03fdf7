import type { FetchProblem } from '../../../domain/event-import/problems.ts'
import { IMPORT_BYTES_MAX } from '../../../domain/limits.ts'
import { failure } from '../../../domain/texts/toast.ts'

/** Why an external calendar could not be read. */
export const fetchProblemTexts = {
  badAddress: "We can't read this link. It must start with https:// or http://.",
  closedAddress: "The link leads to an address that isn't public.",
  unreachable: "We couldn't reach the other server, or its response wasn't what we expected.",
  tooSlow: 'The other server took too long to respond.',
  tooLarge: `The external calendar is too large. The limit is ${IMPORT_BYTES_MAX / 1024 / 1024} MB.`,
  redirects: 'The link redirects too many times.',
  notAllowed: "The other server doesn't share this calendar publicly.",
  notFound: "There's no calendar at this address.",
  tooComplex: 'The external calendar is too complicated to import.',
  unreadable: "We can't read the calendar at this address. It must be iCalendar (.ics).",
} as const satisfies Record<FetchProblem, string>

export function fetchProblemText(problem: string): string {
  return Object.hasOwn(fetchProblemTexts, problem)
    ? fetchProblemTexts[problem as FetchProblem]
    : fetchProblemTexts.unreachable
}

export const inboundFeedTexts = {
  title: 'External calendar',
  lead: 'Import events from your external calendar link automatically. We check for changes every few hours.',
  loading: 'Loading external calendar',
  check: 'Check now',
  checking: 'Checking...',
  states: {
    none: 'Not connected yet.',
    preview: 'This is what we found. Nothing is imported until you accept; later changes then sync automatically.',
    live: 'Events sync automatically.',
    held: "Many events disappeared at once, so we changed nothing here. If that's intended, accept it.",
  },
  last: 'Last changes',
  checked: (when: string) => `Last checked: ${when}`,
  fetched: (when: string) => `Last fetched: ${when}`,
  changed: (when: string) => `Last change: ${when}`,
  never: 'never',
  accept: 'Accept',
  accepting: 'Accepting...',
  stop: 'Stop syncing',
  stopped: { title: 'Syncing stopped', body: 'Events imported so far stay.' },
  failed: failure("The external calendar couldn't be checked"),
  loadFailed: failure("The external calendar couldn't be loaded"),
} as const
