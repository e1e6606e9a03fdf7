// The product's budgets, and the only place in bench that states them. Scenarios measure them, table.ts prints them beside the newest
// results. Staying within a budget is enough; going far below it earns nothing.

export type Limit = { says: string } & ({ atLeast: number } | { atMost: number })

export type Budget = {
  what: string
  /** Results that hold the measurements. None: the command in `what` prints it. */
  scenarios: string[]
  limits: Record<string, Limit>
  /** A page of bench/notes/ about where the time goes and what was tried. */
  notes: string
}

export const budgets = {
  monthRead: {
    what: 'month read as a member',
    scenarios: ['month-read', 'month-read-growth'],
    limits: {
      bareNode: { says: '≥ 0.9 × bare Node with the same SQL', atLeast: 0.9 },
      postGraphile: { says: '≥ 3.2 × PostGraphile', atLeast: 3.2 },
      lite: { says: '≥ 8 × @supabase/lite', atLeast: 8 },
      growth: { says: 'flat from 10 k to 5 M events (≤ 1.25 × the time)', atMost: 1.25 },
    },
    notes: 'reads.md',
  },
  publicPage: {
    what: 'public page: unchanged / rendered anew',
    scenarios: ['public-page'],
    limits: {
      unchanged: { says: '≥ 1.0 × bare Node that looks whether it changed', atLeast: 1 },
      rendered: { says: "≤ 15 × the Node CPU of React Router's hello world", atMost: 15 },
      renderedMs: { says: '≤ 30 ms of Node CPU for a month of 31 events', atMost: 30 },
    },
    notes: 'public-pages.md',
  },
  feed: {
    what: 'feed of 1,000 events, unchanged / 304 / after a change',
    scenarios: ['feeds'],
    limits: {
      unchanged: { says: '≥ 0.28 × nginx', atLeast: 0.28 },
      notModified: { says: '≥ 0.9 × bare Node', atLeast: 0.9 },
      changed: { says: '≤ 30 ms', atMost: 30 },
    },
    notes: 'public-pages.md',
  },
  addEvent: {
    what: 'adding an event',
    scenarios: ['add-event'],
    limits: { bareInsert: { says: '≥ 0.20 × a bare insert', atLeast: 0.2 } },
    notes: 'adding-events.md',
  },
  mailing: {
    what: 'mailing of 10,000',
    scenarios: ['mailing'],
    limits: {
      smtpSource: { says: '≥ 0.25 × smtp-source', atLeast: 0.25 },
      nodemailer: { says: '≥ 2.5 × nodemailer', atLeast: 2.5 },
      first: { says: 'first mail within 1 s of being due', atMost: 1000 },
    },
    notes: 'mailings.md',
  },
  county: {
    what: "a county's morning: 10,000 calendars, a million recipients, 50 visitors a second",
    scenarios: ['county'],
    limits: {
      first: { says: 'first mail of each calendar ≤ 45 s', atMost: 45_000 },
      last: { says: 'all ≤ 20 min', atMost: 1_200_000 },
      visitors: { says: "visitors' p99 ≤ 300 ms", atMost: 300 },
      alert: { says: 'an alert to 5,000 in between ≤ 15 s', atMost: 15_000 },
    },
    notes: 'mailings.md',
  },
  importContacts: {
    what: 'importing 100,000 contacts',
    scenarios: ['import'],
    limits: { time: { says: '≤ 6 s', atMost: 6000 } },
    notes: 'importing-contacts.md',
  },
  fairness: {
    what: "other visitors' p99 beside any client's attack, on any route",
    scenarios: ['fairness'],
    limits: {
      guest: { says: 'a guest: ≤ 2 × the time', atMost: 2 },
      member: { says: 'a free account: ≤ 2 × the time', atMost: 2 },
      surface: { says: 'attacked alone ≤ 2 × the time', atMost: 2 },
    },
    notes: 'fairness.md',
  },
  lighthouse: {
    what: 'Lighthouse mobile, every public route',
    scenarios: ['lighthouse'],
    limits: {
      score: { says: 'scores ≥ 99', atLeast: 99 },
      lcp: { says: 'LCP ≤ 1.2 s', atMost: 1200 },
      tbt: { says: 'TBT ≤ 50 ms', atMost: 50 },
      cls: { says: 'CLS 0', atMost: 0 },
    },
    notes: 'browser.md',
  },
  interaction: {
    what: 'INP of any press on a 4 × slower CPU, 360 events in the month',
    scenarios: ['interaction'],
    limits: { inp: { says: '≤ 100 ms, including drag start and popover', atMost: 100 } },
    notes: 'browser.md',
  },
  javascript: {
    what: 'JavaScript, gzip',
    scenarios: ['javascript'],
    limits: {
      publicPages: { says: 'public pages ≤ 130 kB', atMost: 130 },
      memberCalendar: { says: 'signed-in calendar ≤ 200 kB', atMost: 200 },
      others: { says: 'every other screen ≤ 220 kB', atMost: 220 },
    },
    notes: 'browser.md',
  },
  start: {
    what: 'start, existing data / first run',
    scenarios: ['start'],
    limits: { existing: { says: '≤ 1.5 s', atMost: 1500 }, firstRun: { says: '≤ 4 s', atMost: 4000 } },
    notes: 'memory.md',
  },
  memory: {
    what: "memory of server + worker after load; a server in the county's morning",
    scenarios: ['memory', 'county'],
    limits: {
      resident: { says: 'after load ≤ 300 MB', atMost: 300 },
      county: { says: 'a process in the morning ≤ 300 MB', atMost: 300 },
    },
    notes: 'memory.md',
  },
  tests: {
    what: '`npm test` on two cores; `npm run test:quick`',
    scenarios: [],
    limits: {
      all: { says: 'all ≤ 12 minutes', atMost: 720 },
      quick: { says: 'quick ≤ 90 s', atMost: 90 },
    },
    notes: 'README.md',
  },
} satisfies Record<string, Budget>
