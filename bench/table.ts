// The table that the product was promised, row by row: which targets of which scenarios answer it, and for a row that is missed
// what limits it and what was tried.
import type { Result } from './results.ts'

type Row = {
  question: string
  /** Targets as the scenario says them; all of its targets where none is named. */
  of: { scenario: string; targets?: string[] }[]
  limits: string
}

const [UNCHANGED, CONFIRMED, CHANGED] = [
  'unchanged ≥ 0.28 × nginx',
  '304 ≥ 0.9 × bare Node that looks',
  'after a change ≥ 0.9 × as fast as by hand',
]

const rows: Row[] = [
  {
    question: 'month read as a member through /rest/v1, 16 connections, M',
    of: [{ scenario: 'month-read', targets: ['≥ 0.50 × pgbench', '≥ 3.2 × PostGraphile', '≥ 8 × lite'] }],
    limits:
      'Half of the two processors is PostgreSQL, most of it writing the JSON of 31 rows; bare Node with the same SQL and nothing around it reaches 0.7 × pgbench. What we put around it cost Node 0.27 ms instead of its 0.16, of which a quarter is gone since: reads that wait share a connection, which also spares PostgreSQL a seventh (decision 42), and young objects have twice the room (decision 50). Before, plans were kept by address, such reads went around the router, and lines of the log were written together (decision 42). What is left of Node is a third system calls to send, a sixth collecting garbage, and nothing else above a twentieth. Pinning both to a processor of their own, two to six connections to the database, other ways of collecting, a Unix socket, and passing the body on as bytes or in another encoding made no difference beyond noise.',
  },
  {
    question: 'the same from 10k to 5M events',
    of: [{ scenario: 'month-read-growth', targets: ['one by one ≤ 1.25 × the time'] }],
    limits: 'The index is deeper by one page, and the rows of a calendar lie farther apart.',
  },
  {
    question: 'agenda of all my calendars, L',
    of: [{ scenario: 'agenda' }],
    limits:
      'The policy first asks which ten calendars are mine, each by its key; then 320 rows of these are read, sorted, and 50 of them sent. What is missing on a busy machine is waiting, not work: PostgreSQL’s processor time for it stays below a millisecond.',
  },
  {
    question: 'public calendar as a guest, L',
    of: [{ scenario: 'guest-month' }],
    limits: 'A guest asks for less than a member: no calendars of theirs are looked up.',
  },
  {
    question: 'dashboard with 10 calendars and their counts',
    of: [{ scenario: 'dashboard' }],
    limits: 'Three counts for each of ten calendars, all from indexes, in one statement.',
  },
  {
    question: 'locate search over 100k calendars',
    of: [{ scenario: 'locate' }],
    limits:
      '12,500 calendars match a broad word; each is looked at again after the index, and all are sorted for the first hundred. Comparing with `like` in small letters, and the first word once instead of twice, took a tenth off it, 23 ms instead of 25; walking the list in order until a page is full would be faster for words that are everywhere, and slow for the name of a town.',
  },
  {
    question: 'add an event (policy, audit, job)',
    of: [{ scenario: 'add-event', targets: ['≥ 0.30 × a bare insert'] }],
    limits:
      'Of PostgreSQL’s two milliseconds a bare insert is 0.65; by perf, what follows an event (its calendar’s version, history and the keys of both) is a quarter, what is asked and put in order before it a sixth, checks that PostgreSQL reads anew in every statement a sixth, the policies’ look at one’s calendars a twelfth, the commit a tenth. One trigger instead of five, no other trigger for a version that rises, and no notifying before its hour (a transaction that notifies commits alone) made it three times as fast (decision 33), the admin’s email checked behind a call a tenth (decision 39), no queue before its hour nearly half off PostgreSQL’s part (decision 51), writes around the router took a third off Node (decision 42), and rows that wait sharing a connection, with one statement instead of two after each, gave a tenth (decision 55). What is left was taken away to see how far it goes, in turn with the program as it was before rows shared a connection: without any check of events, calendars and history it adds 1.13 times as many, 0.29 of a bare insert; with a version and a line of history written as plainly as can be, and nothing looked up, 1.02 times as many; without both 1.22 times, 0.31. So the target is what is left once no rule is declared on a table and an event that is restored or repeated is not told from another. Those rules were kept where they can be read. Shorter conditions of triggers and reading calendar, membership and recipients in one step gained nothing or 1 to 3 %; texts checked behind one call each spared PostgreSQL a fourteenth, at the price of the same patterns in two places. More connections to the database gave a seventh before rows shared them. Sixteen who add one after another wait sixteen events long: 20 ms for the slowest of a hundred takes the target’s rate, too.',
  },
  {
    question: 'feed of 1,000 events, unchanged; 304; after a change',
    of: [{ scenario: 'feeds', targets: [UNCHANGED, CONFIRMED, CHANGED] }],
    limits:
      'Unchanged: nginx leaves 400 kB to the kernel, Node writes them into the socket, which is most of what is left; programs that have the feed are answered with 304. 304: repeated before the router after one look whether anything was written, which those who come together share (decision 45). After a change: policies, series and the rules of RFC 5545 for any text, which the generator by hand does without. Events are read as one text and become bytes one by one (decision 49), which took a quarter of Node’s time and half of its collecting away; of what is left PostgreSQL’s reading and writing of values is a third, lines and their bytes a half. Fewer columns would spare a fiftieth; writing only lines of events that have changed would spare a third and hold them all in memory, for a feed that is made once a change.',
  },
  {
    question: 'mailing: due → 10,000th accepted, 20 kB each, ledger written',
    of: [{ scenario: 'mailing' }],
    limits:
      'Each mail waits for its row to be committed before its last byte, so the rate is connections by round trip, after 0.9 s of planning in which none leaves, an eighth of it all: five mails share a commit, and while PostgreSQL writes for five, Node and the mail server work for the other five. It is not the disk: without fsync the rate is the same. A mail takes 0.4 ms of Node, 0.44 of PostgreSQL, 0.15 of the server. Rows found by key, as many jobs as connections (decision 25), a plan for the step before the last byte that is kept, fewer indexes, none of which changes in that step, and one statement instead of two (decision 40) were tried and kept, a quarter more mails a second; planning asks once whether somebody was told. Whether a mail may leave is asked by keys whatever the planner thinks, and planning, before which none leaves, takes a fifth less of PostgreSQL (decision 48). Two commits at a time, and the next call before those who heard send, gave nothing that could be measured. The next envelope leaves with the end of this mail (RFC 2920), and the mark of where sending stands is written beside mails instead of between them: a sixth more mails a second. The next mail is put together while the server takes this one, and what a mailing says is read by plans that are kept: a sixteenth more. The first mails leaving while the others are planned gave a thirtieth, for a quarter second more of PostgreSQL, and was not kept (decision 48). Lanes no longer come to the end of their batch together and wait for the next, and no more than half of them ask at a time; and a batch is a hundred mails: a sixteenth more, twice; one timer a connection instead of one a line gave a twenty-fifth (decision 53). Between claims a tenth of two processors is idle, and Node’s one thread is six sevenths busy: what is left is work more than waiting.',
  },
  {
    question: 'the same with 1M contacts stored; 1M recipients',
    of: [{ scenario: 'mailing-large' }, { scenario: 'mailing-million' }],
    limits:
      'Planning a mailing reads only the contacts of its calendar, by index; jobs of 500 keep memory from growing with recipients. All recipients are planned before the first mail leaves: with 200,000 of them it left after 14 s.',
  },
  {
    question: '100k contacts imported, checked and de-duplicated',
    of: [{ scenario: 'import' }],
    limits:
      'COPY writes one index and asks nothing: 6 µs a line. An imported contact takes PostgreSQL 48 by one connection and 51 by several, on two processors that it keeps busy: 12 for the foreign key of its calendar, which PostgreSQL asks for each row, 8 for three indexes, 12 to judge it, of which 3 look whether it is there and 2 are the pattern of addresses, 6 for the row with its checks and normal form, 2 for history. The server takes 3 and whoever reads and sends the list 5. Judging the list at once, rules that are put in place of their calls, and history by one statement made it four times as fast (decision 30), one line of history for an import half as fast again (decision 34), two calls on their way that do not wait for each other half as fast again (decision 41), three indexes instead of five, one foreign key instead of two and ids in order half as fast again (decision 54), a list that is read as it is sent and fewer words in both directions a tenth (decision 56). Without the foreign key it would be a quarter faster; it was kept. Larger calls, plans that are kept, letting the key find those who are there, and history without a trigger gained nothing; three calls on their way a thirtieth, which everybody else pays for.',
  },
  {
    question: 'public month page, unchanged; rendered anew',
    of: [{ scenario: 'public-page' }],
    limits:
      'Unchanged: the writing of 20 kB, where the anchor writes 17 bytes; answers are repeated before the router, after one look whether anything was written at all (decision 45). Readers who have the page are answered with 304. Anew: a month of 31 events is 196 kB in 1,227 elements; by profile, drawing them takes 45 % of the main thread, reading three times through the data API 20, making bytes of the text, hashing and compressing them 20, and collecting what is left behind 8. React alone writes these elements, without components, in 0.8 to 1.4 ms, where the target leaves 0.97 for everything: reading from the database, 12 kB of data for the browser, 23 of structured data for search engines and 52 of style, each made text, hashed and compressed. A page is rendered in one go instead of as a stream, which took a quarter away; plain links, text that is not made bytes twice and zstd instead of Brotli took a third of the rest (decision 52); icons drawn once took a third away before (decision 21), and a page is rendered once a change.',
  },
  {
    question: 'Lighthouse mobile, every public route',
    of: [{ scenario: 'lighthouse' }],
    limits:
      'Scripts are fetched once the page is painted, so that the largest paint comes with the first, by the model’s line of 1.6 Mbit/s after 0.9 to 1.1 s (decision 37). Blocking time is mostly the browser’s own: its first style and layout of the document, which the model counts as blocking, and which waits for fonts and other processes on two processors. Lighthouse ran in a whole browser before, whose window took 0.45 s of processor beside the page’s 0.3 while it opened: the same pages had 234 to 331 ms of blocking there and 40 to 125 in the shell, which is the same engine without a window. Days of a month’s list, cards of calendars, the lower home page and the footer are laid out when they come near the screen; the rules that a page does not use cost nothing that could be measured (decision 47). Forms arrive in half as many files (decision 43). React takes over in pieces of 5 ms. What is left above 50 ms differs from run to run. The largest part of it is the browser’s opening of the document, 13 ms of processor before anything of ours is read, which takes 17 to 46 when others are at work; the model counts what of it comes after its first paint. /purchase without a plan was measured before, which sends on to /pricing: after a redirect the model has the first paint when the document begins to be opened, and counts all of that, 24 to 70 ms. Now the page of a plan is measured, as the specification names the route. React and its router in two files were tried, and the renderer apart: the same time in as many tasks, for 0.5 to 0.9 kB. With anything else at work on the two processors the same pages block for 200 to 500. A calendar asks Intl, whose first answer takes 30 ms, nothing any more (decision 38), unless its reader lives in one of the rarer zones of the Americas: that was the longest of its scripts. Its first layout waits for each font that it asks another process for, 18 ms in all: fewer names for headings, and two weights instead of four, leave 11; a page with one font waits 5. Each size of a font is a question of about a millisecond, too: the footer has one less. Headings that are not balanced were tried and made no difference. What moved, an answer that came late and the reader’s own time, has its room kept.',
  },
  {
    question: 'month switch and dialog opening, 4 × slower CPU, 360 events in the month',
    of: [{ scenario: 'interaction' }],
    limits:
      'The frame that answers a click only dims the page, and the dialog is made for the next one, with the focus in it (decision 44): at worst Follow in 80 ms instead of 248, Add Event in 72 instead of 200, a member’s other month in 48 instead of 120, beside each other. Nothing that 9,200 elements inherit changes any more, and the list of the month is contained (decision 36). Until the ninth session Playwright pointed, pressed and let go in one moment, and looked inside the page whether the button was covered: that was 88 to 120 ms for a guest on this machine, of which pointing took 16, pressing 33, eleven of them Playwright’s, letting go 23 and painting 27. Now the pointer is there before and a press takes 80 ms, as people press. A native dialog and inert were tried and taken back: they change what all elements inherit.',
  },
  {
    question: 'JavaScript, gzip',
    of: [{ scenario: 'javascript' }],
    limits:
      'React and its router are 106 kB of it. Dialogs with their words, and the views by week, day and agenda, are fetched when somebody reaches for them (decision 32); what travels together is compressed together, and icons are drawn by six lines of our own (decision 43). The header, the month, the search and the words of dates are the rest; bench:check holds it at 135.',
  },
  {
    question: 'start to first answer, existing data; first run',
    of: [{ scenario: 'start' }],
    limits:
      'Node strips types off 400 modules and compiles them, React and the queue among them. What it made is kept now, which took 2.0 s of processor time down to 1.1; PostgreSQL itself starts in 0.2 s, makes a cluster in 0.9 s, and 120 migrations take the rest of a first run.',
  },
  {
    question: 'memory of server + worker after load',
    of: [{ scenario: 'memory' }],
    limits:
      'Idle it is 150 MB, two fifths of it Node itself. Under load V8 lets a small heap grow to four times what lives in it; it is told to let it double, and the C library to keep one arena for all threads (decisions 35, 46, 50). Kept pages (32 MB), feeds (64 MB) and their compressed forms fill up to their limits.',
  },
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
