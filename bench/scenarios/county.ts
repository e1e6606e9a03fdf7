// A county's morning: 10,000 calendars are due in the same minute, with a million recipients in all. Two workers send to a mail server that
// takes its time, while visitors read public pages.
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { minutes, seconds } from '#domain/durations.ts'
import { type Sink, startOwnSink } from '../anchors/smtp.ts'
import { budgets } from '../budgets.ts'
import { residentMb } from '../cpu.ts'
import { load } from '../load.ts'
import { code } from '../measured-code.ts'
import { type Product, startProgram, stopProgram } from '../product.ts'
import type { Bench, Sample, Samples, Scenario } from '../scenario.ts'

const CALENDARS = 10_000
const RECIPIENTS = 1_000_000
/** Of each worker. The mail server takes fifty in all. */
const CONNECTIONS = 20

const [FIRST, MAILS, VISITORS] = ['first mail of a calendar', 'all mails', 'visitors, 50 a second']
const [SMALL, MIDDLE, LARGE] = [
  `${FIRST} with up to 100 recipients`,
  `${FIRST} with more`,
  `${FIRST} with 5,000 and more`,
]
const PROCESSES = ['first process', 'server 1', 'server 2', 'worker 1', 'worker 2']
const [GROWTH, TABLE] = ['the database, per million deliveries', 'of it the table of deliveries']

export const scenario: Scenario = {
  question:
    '10,000 calendars are due in the same minute, with a million recipients in all. When does the first mail of each leave, and when the last of all?',
  code: code.everything,
  sizes: ['S'],
  seconds: 20,
  mostRounds: 1,
  targets: [
    { ...budgets.county.limits.first, value: (all) => all[FIRST]?.ms },
    { ...budgets.county.limits.last, value: (all) => all[MAILS]?.ms },
    { ...budgets.county.limits.visitors, value: (all) => all[VISITORS]?.p99 },
    { ...budgets.memory.limits.county, value: (all) => Math.max(...PROCESSES.map((name) => all[name]?.mb ?? 0)) },
    { says: 'no mail is lost or comes twice', value: (all) => all[MAILS]?.errors, atMost: 0 },
  ],
  async open(bench) {
    const sizes = sizesOf(bench.amount(CALENDARS, 20), bench.amount(RECIPIENTS, 100))
    const offsets = [0]
    for (const size of sizes) offsets.push((offsets.at(-1) as number) + size)
    const sink = await startOwnSink(bench, { offsets, connections: 50, mailsPerConnection: 100, delayMs: [20, 50] })
    const env = {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      MAIL_FROM: 'bell@example.org',
      MAIL_CONNECTIONS: String(CONNECTIONS),
      LOG_LEVEL: 'warn',
      SERVER_PROCESSES: '2',
    }
    const product = await bench.product(bench.sizes[0]!, { env })
    const worker = await startProgram(['worker'], {
      ...env,
      DATABASE_URL: product.databaseUrl,
      TOWNBELL_DATA: product.dataFolder,
      SITE_URL: product.url,
    })
    bench.atEnd(() => stopProgram(worker))
    let samples: Promise<Samples> | undefined
    const all = [FIRST, SMALL, MIDDLE, LARGE, MAILS, VISITORS, ...PROCESSES, GROWTH, TABLE]
    return all.map((name) => ({
      name,
      async measure(time) {
        samples ??= morning({ bench, product, sink, worker, sizes, offsets, time })
        return (await samples)[name] ?? { errors: 0 }
      },
    }))
  },
}

type County = {
  bench: Bench
  product: Product
  sink: Sink
  worker: ChildProcess
  /** Recipients of each calendar, and the number of its first. */
  sizes: number[]
  offsets: number[]
  time: number
}

async function morning(county: County): Promise<Samples> {
  const { bench, product, sink, sizes, offsets } = county
  const { pool } = product
  const recipients = offsets.at(-1) as number
  // Filling takes its time; a try waits for no minute.
  const ahead = bench.amount(seconds(30) + recipients / 20, -minutes(1))
  const due = new Date(Math.ceil((Date.now() + ahead) / minutes(1)) * minutes(1))
  bench.say(`adding ${sizes.length} calendars and ${recipients} recipients, due at ${due.toISOString().slice(11, 16)}`)
  await addCalendars(county, due)
  if (ahead > 0 && Date.now() > due.getTime()) throw new Error('Filling took longer than the hour was away.')
  const before = await databaseMb(product)
  const memory = watchMemory(county)
  const visiting = visit(county)
  await pool.query(bench.amount(0, 1) ? `select graphile_worker.add_job('plan-day-of')` : 'select')
  let sent = 0
  for (let seen = 0; sent < recipients; seen++) {
    await sleep(1000)
    memory.look()
    const { accepted, firstAt, doubled } = await sink.report()
    if (accepted > sent) seen = 0
    else if (Date.now() - due.getTime() > minutes(10) && seen > 600) throw new Error(`stopped at ${sent} mails`)
    sent = accepted
    bench.say(`${sent} mails, ${firstAt.filter(Boolean).length} calendars begun, ${doubled} twice`)
  }
  const visitors = await visiting.stop()
  await untilFinished(product)
  const { accepted, doubled, firstAt, mostConnections, refusedConnections, perSecond } = await sink.report()
  const { rows } = await pool.query(
    `select count(*)::int as n, max(sent_at) as last from public.deliveries where state = 'sent' and address like 'n%'`,
  )
  const lost = recipients - (accepted - doubled)
  const lastAt = (rows[0].last as Date).getTime()
  const delays = firstAt.map((at) => (at === 0 ? Number.POSITIVE_INFINITY : at - due.getTime()))
  bench.say(
    `${delays.filter((delay) => delay <= minutes(1)).length} of ${sizes.length} calendars began within a minute`,
  )
  bench.say(
    `${mostConnections} connections at most, ${refusedConnections} refused; ${rows[0].n} rows are sent; ${perSecond.length} s with mail`,
  )
  const growth = (await databaseMb(product)) - before
  const tableMb = await tableSize(product)
  const ofSize = (from: number, to: number) => delays.filter((_, at) => sizes[at]! >= from && sizes[at]! < to)
  return {
    [FIRST]: { ...spreadOf(delays), errors: delays.filter((delay) => delay > minutes(1)).length },
    [SMALL]: { ...spreadOf(ofSize(0, 101)), errors: 0 },
    [MIDDLE]: { ...spreadOf(ofSize(101, 5000)), errors: 0 },
    [LARGE]: { ...spreadOf(ofSize(5000, Number.POSITIVE_INFINITY)), errors: 0 },
    [MAILS]: {
      perSecond: (recipients / (lastAt - due.getTime())) * 1000,
      ms: lastAt - due.getTime(),
      errors: lost + doubled,
    },
    [VISITORS]: visitors,
    ...memory.most(),
    [GROWTH]: { mb: (growth * 1_000_000) / recipients, errors: 0 },
    [TABLE]: { mb: (tableMb * 1_000_000) / recipients, errors: 0 },
  }
}

/** Medians, the slowest hundredth and the slowest. */
function spreadOf(values: number[]): Partial<Sample> {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  const [p50, p99, ms] = [at(0.5), at(0.99), sorted.at(-1)]
  return p50 === undefined ? {} : ({ p50, p99, ms } as Partial<Sample>)
}

/**
 * Skewed as lists of people are: one calendar in a thousand is a city's (twenty thousand of a million), one in a hundred a school's, one
 * in twenty a large club's; the others have 20 to 100 recipients.
 */
function sizesOf(calendars: number, recipients: number): number[] {
  const weights = Array.from({ length: calendars }, (_, n) => {
    if (n % 1000 === 500) return 20_000
    if (n % 100 === 50) return 2_000
    if (n % 20 === 10) return 350
    return 20 + ((n * 37) % 51)
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const sizes = weights.map((weight) => Math.max(1, Math.floor((weight * recipients) / all)))
  const missing = recipients - sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size, n) => size + (n < missing ? 1 : 0))
}

async function addCalendars({ product: { pool }, sizes, offsets }: County, due: Date): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set session_replication_role = replica')
    // It is late morning there, so that the day does not end meanwhile.
    const offset = due.getUTCHours() - 11
    const zone = offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '+' : '-'}${Math.abs(offset)}`
    const values = [sizes.length, zone, `11:${String(due.getUTCMinutes()).padStart(2, '0')}`]
    for (const statement of people) await client.query(statement, [sizes.length])
    await client.query(insertCalendars, values)
    await client.query(insertEvents, [sizes.length, due])
    await client.query(insertContacts, [sizes, offsets.slice(0, -1)])
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

const people = [
  `insert into auth.users (id, email, encrypted_password, email_confirmed_at)
   select md5('county user' || n)::uuid, 'owner' || n || '@county.example', '$argon2id$none', now() from generate_series(1, $1::int) as n`,
  `insert into public.profiles (user_id, email, display_name, trial)
   select md5('county user' || n)::uuid, 'owner' || n || '@county.example', 'Owner ' || n, false from generate_series(1, $1::int) as n`,
]

const insertCalendars = `
  insert into public.calendars (id, name, description, owner_id, state, city, time_zone, notify_at)
  select md5('county' || n)::uuid, 'County ' || n, 'What happens around here.', md5('county user' || n)::uuid, 'Texas', 'Austin', $2, $3::time
  from generate_series(1, $1::int) as n`

const insertEvents = `
  insert into public.events (calendar_id, title, description, location_name, start_time, end_time, category, include_in_mailer,
    event_date, event_date_for_reporting, end_date, is_public)
  select c.id, 'Potluck supper', 'Bring a chair, and somebody to share it with. Doors open a quarter of an hour before.', 'Town hall',
    $2::timestamptz + interval '4 hours', $2::timestamptz + interval '5 hours', 'Event', true, here.day, here.day, here.day, true
  from generate_series(1, $1::int) as n
  join public.calendars c on c.id = md5('county' || n)::uuid
  cross join lateral (select ($2::timestamptz at time zone c.time_zone)::date as day) as here`

const insertContacts = `
  insert into public.calendar_contacts (calendar_id, contact_type, contact_value, source, confirmed_at)
  select md5('county' || c.n)::uuid, 'email', 'n' || c.first + r || '@example.org', 'follow', now()
  from unnest($1::int[], $2::int[]) with ordinality as c (size, first, n)
  cross join lateral generate_series(0, c.size - 1) as r`

/** Reads pages of calendars that send, and of others, fifty a second, in parts of 20 seconds. */
function visit({ bench, product, sizes, time }: County) {
  const parts: Sample[] = []
  let errors = 0
  let isOver = false
  const asks = Array.from(
    { length: bench.amount(200, 4) },
    (_, n) => `/calendar/${countyId(1 + ((n * 97) % sizes.length))}`,
  ).flatMap((page, n) => [{ path: page }, { path: n % 4 ? `${page}?view=week` : `${page}.ics` }])
  const running = (async () => {
    while (!isOver) {
      try {
        parts.push(await load({ ...product, costs: {}, asks, seconds: time, connections: 12, pauseMs: 240 }))
      } catch (error) {
        errors++
        bench.say((error as Error).message)
        await sleep(1000)
      }
    }
  })()
  return {
    async stop(): Promise<Sample> {
      isOver = true
      await running
      const of = (key: 'p50' | 'p99' | 'perSecond') => parts.map((part) => part[key] ?? 0)
      const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
      const ms = Math.max(...of('p99'))
      return { perSecond: middle(of('perSecond')), p50: middle(of('p50')), p99: middle(of('p99')), ms, errors }
    },
  }
}

function countyId(n: number): string {
  const hex = createHash('md5').update(`county${n}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The most that each Node process had. */
function watchMemory({ product, worker }: County) {
  const first = product.costs.node
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ').map(Number)
  const named = new Map<number, string>([[first, 'first process']])
  // The last that it starts is its worker; PostgreSQL is the one that is not Node.
  const nodes = children.filter((pid) => basename(readlinkSync(`/proc/${pid}/exe`)) === basename(process.execPath))
  for (const [n, pid] of nodes.entries()) named.set(pid, n === nodes.length - 1 ? 'worker 1' : `server ${n + 1}`)
  named.set(worker.pid as number, 'worker 2')
  const seen = new Map<string, number>()
  return {
    look() {
      for (const [pid, name] of named) seen.set(name, Math.max(seen.get(name) ?? 0, residentMb(pid)))
    },
    most: (): Samples => Object.fromEntries([...seen].map(([name, mb]) => [name, { mb, errors: 0 }])),
  }
}

async function untilFinished({ pool }: Product): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select count(*)::int as open from public.mailings where state in ('planned', 'sending')`,
    )
    if (rows[0].open === 0) return
    await sleep(1000)
  }
}

async function databaseMb({ pool }: Product): Promise<number> {
  const { rows } = await pool.query('select pg_database_size(current_database())::float8 / 1048576 as mb')
  return rows[0].mb
}

async function tableSize({ pool }: Product): Promise<number> {
  const { rows } = await pool.query(`select pg_total_relation_size('public.deliveries')::float8 / 1048576 as mb`)
  return rows[0].mb
}
