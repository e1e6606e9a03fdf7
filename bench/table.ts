// The table that the product was promised, row by row: which targets of which scenarios answer it, and for a row that is missed
// what limits it and what was tried.
import type { Result } from './results.ts'

type Row = {
  question: string
  /** Targets as the scenario says them; all of its targets where none is named. */
  of: { scenario: string; targets?: string[] }[]
  limits: string
}

const rows: Row[] = [
  {
    question: 'month read as a member through /rest/v1, 16 connections, M',
    of: [{ scenario: 'month-read', targets: ['≥ 0.50 × pgbench', '≥ 3.2 × PostGraphile', '≥ 8 × lite'] }],
    limits:
      'Half of Node’s time are two writes to sockets, to PostgreSQL and to the reader; parsing, planning and writing SQL are a tenth of it. Headers as plain objects and looking up one’s calendars by key were tried and kept.',
  },
  { question: 'the same from 10k to 5M events', of: [{ scenario: 'month-read-growth' }], limits: '' },
  { question: 'agenda of all my calendars, L', of: [{ scenario: 'agenda' }], limits: '' },
  { question: 'public calendar as a guest, L', of: [{ scenario: 'guest-month' }], limits: '' },
  { question: 'dashboard with 10 calendars and their counts', of: [{ scenario: 'dashboard' }], limits: '' },
  { question: 'locate search over 100k calendars', of: [{ scenario: 'locate' }], limits: '' },
  { question: 'add an event (policy, audit, job)', of: [{ scenario: 'add-event' }], limits: '' },
  { question: 'feed of 1,000 events, unchanged; 304; after a change', of: [{ scenario: 'feeds' }], limits: '' },
  {
    question: 'mailing: due → 10,000th accepted, 20 kB each, ledger written',
    of: [{ scenario: 'mailing' }],
    limits: '',
  },
  {
    question: 'the same with 1M contacts stored; 1M recipients',
    of: [{ scenario: 'mailing-large' }, { scenario: 'mailing-million' }],
    limits: '',
  },
  { question: '100k contacts imported, checked and de-duplicated', of: [{ scenario: 'import' }], limits: '' },
  { question: 'public month page, unchanged; rendered anew', of: [{ scenario: 'public-page' }], limits: '' },
  { question: 'Lighthouse mobile, every public route', of: [{ scenario: 'lighthouse' }], limits: '' },
  {
    question: 'month switch and dialog opening, 4 × slower CPU, 360 events in the month',
    of: [{ scenario: 'interaction' }],
    limits: '',
  },
  { question: 'JavaScript, gzip', of: [{ scenario: 'javascript' }], limits: '' },
  { question: 'start to first answer, existing data; first run', of: [{ scenario: 'start' }], limits: '' },
  { question: 'memory of server + worker after load', of: [{ scenario: 'memory' }], limits: '' },
]

export function overview(results: Result[]): string {
  const told = rows.map((row) => ({ ...row, targets: row.of.flatMap((one) => targetsOf(results, one)) }))
  const lines = told.map(({ question, targets }) => {
    const cells = [({ says }: Told) => says, measured].map((show) => targets.map(show).join('<br>'))
    return `| ${question} | ${cells.join(' | ')} |`
  })
  const missed = told.filter(({ targets }) => targets.some(({ holds }) => !holds))
  return [
    '| question | target | measured |\n|---|---|---|',
    ...lines,
    '\n### Missed: what limits it, and what was tried\n',
    ...missed.map(({ question, limits }) => `- **${question}.** ${limits}`),
    '',
  ].join('\n')
}

type Told = { says: string; value: number | null; holds: boolean }

function targetsOf(results: Result[], { scenario, targets }: Row['of'][number]): Told[] {
  const result = results.find(({ name }) => name === scenario)
  if (!result) return [{ says: scenario, value: null, holds: false }]
  return result.targets.filter(({ says }) => !targets || targets.includes(says))
}

function measured({ value, holds }: Told): string {
  return `${holds ? '✔' : '✖'} ${value === null ? 'not measured' : value.toLocaleString('en-US')}`
}
