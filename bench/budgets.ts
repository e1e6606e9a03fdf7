// The product's budgets, and the only place in bench that states them. Scenarios measure them, table.ts prints them beside the newest
// results, check.ts tests those that need no stopwatch. Staying within a budget is enough; going far below it earns nothing.

export type Limit = { says: string } & ({ atLeast: number } | { atMost: number })

type Budget = {
  what: string
  /** Results that hold the measurements. */
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
      pgbench: { says: '≥ 0.50 × pgbench', atLeast: 0.5 },
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
      unchanged: { says: '≥ 0.33 × Hono JSON', atLeast: 0.33 },
      rendered: { says: '≤ 30 ms of Node CPU for a month of 31 events', atMost: 30 },
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
  importContacts: {
    what: 'importing 100,000 contacts',
    scenarios: ['import'],
    limits: { time: { says: '≤ 6 s', atMost: 6000 } },
    notes: 'importing-contacts.md',
  },
  fairness: {
    what: "other visitors' p99 while one client attacks",
    scenarios: ['fairness'],
    limits: {
      guest: { says: 'a guest: ≤ 2 × the time', atMost: 2 },
      member: { says: 'a free account: ≤ 2 × the time', atMost: 2 },
      surface: { says: '≤ 2 × the time', atMost: 2 },
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
    what: 'INP of any press on a 4 × slower CPU, 500 events in the month',
    scenarios: ['interaction'],
    limits: { inp: { says: '≤ 100 ms', atMost: 100 } },
    notes: 'browser.md',
  },
  javascript: {
    what: 'JavaScript, gzip',
    scenarios: ['javascript'],
    limits: {
      publicCalendar: { says: 'public calendar ≤ 150 kB', atMost: 150 },
      memberCalendar: { says: 'signed-in calendar ≤ 230 kB', atMost: 230 },
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
    what: 'memory of server + worker after load',
    scenarios: ['memory'],
    limits: { resident: { says: '≤ 300 MB', atMost: 300 } },
    notes: 'memory.md',
  },
  streams: {
    what: '1,000 streams on one server: all know of a change',
    scenarios: ['streams'],
    limits: { last: { says: '≤ 1 s', atMost: 1000 } },
    notes: 'memory.md',
  },
} satisfies Record<string, Budget>
