// Thousands of slow clients: headers a byte at a time, bodies a byte at a time, answers that are never read. Good
// visitors beside them notice nothing, memory stays bounded, and the slow are let go.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { paceOf, type SendRate, startLoad, tally } from './load.ts'
import type { ProgramFixture } from './program-fixture.ts'
import { wrongOf } from './restarts.ts'
import { isAsItShould } from './visitors.ts'

export type SlowOptions = { clients: number; seconds: number; perSecond: number }

export type SlowReport = {
  clients: number
  seconds: number
  /** How many of each kind the server had let go at the end, and after how long at most; who reads nothing does not see when. */
  letGo: Record<string, { of: number; gone: number; slowestMs?: number }>
  answers: Record<string, Record<string, number>>
  wrong: string[]
  /** Good visitors, before and beside them. */
  pace: { before: SendRate; beside: SendRate }
  exits: number
  memoryMb: { before: number; highest: number; after: number }
}

type Client = { kind: string; socket: Socket; began: number; gone?: number; timer?: NodeJS.Timeout }

export async function beingSlow(
  program: ProgramFixture,
  { clients, seconds, perSecond }: SlowOptions,
): Promise<SlowReport> {
  const { visitors } = program
  await fillWithEvents(program)
  const load = startLoad(program.url, perSecond, visitors.next)
  await sleep(2_000)
  const before = program.memory()
  const baseline = load.answers.length
  const all: Client[] = []
  const kinds = Object.keys(slow)
  for (let n = 0; n < clients; n++) {
    const kind = kinds[n % kinds.length] as string
    all.push(open(program, kind))
    // Connects at a realistic rate: this tests slowness, not a burst.
    await sleep(10)
  }
  let highest = before
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000)
    highest = Math.max(highest, program.memory())
  }
  await load.stop()
  // Who reads nothing does not see the end either, until they read.
  for (const { socket } of all) socket.resume()
  await sleep(1_000)
  const letGo = Object.fromEntries(
    kinds.map((kind) => {
      const own = all.filter((client) => client.kind === kind)
      const gone = own.filter((client) => client.gone !== undefined)
      const slowestMs = Math.round(Math.max(0, ...gone.map((client) => (client.gone ?? 0) - client.began)))
      return [kind, { of: own.length, gone: gone.length, ...(kind === 'reading' ? {} : { slowestMs }) }]
    }),
  )
  for (const { socket, timer } of all) {
    clearInterval(timer)
    socket.destroy()
  }
  await sleep(1_000)
  return {
    clients,
    seconds,
    letGo,
    answers: tally(load.answers),
    wrong: wrongOf(load.answers),
    pace: {
      before: paceOf(load.answers.slice(0, baseline).filter(isAsItShould)),
      beside: paceOf(load.answers.slice(baseline).filter(isAsItShould)),
    },
    exits: program.exits(),
    memoryMb: { before, highest, after: program.memory() },
  }
}

/** What is sent at once, and then a byte a second. Who takes no answer has asked for the largest there is. */
const slow: Record<string, (program: ProgramFixture) => { first: string; drip?: string }> = {
  headers: ({ url }) => ({ first: `GET / HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-Slow: `, drip: 'a' }),
  body: ({ url, apikey }) => ({
    first: `POST /rest/v1/rpc/search_calendars HTTP/1.1\r\nHost: ${new URL(url).host}\r\napikey: ${apikey}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
    drip: ' ',
  }),
  reading: ({ url, apikey }) => ({
    first: `GET /rest/v1/events?select=*&limit=1000 HTTP/1.1\r\nHost: ${new URL(url).host}\r\napikey: ${apikey}\r\n\r\n`,
  }),
}

function open(program: ProgramFixture, kind: string): Client {
  const { first, drip } = (slow[kind] as (typeof slow)[string])(program)
  const socket = connect(Number(new URL(program.url).port), '127.0.0.1')
  const client: Client = { kind, socket, began: performance.now() }
  const gone = () => {
    client.gone ??= performance.now()
    clearInterval(client.timer)
  }
  socket.on('error', gone)
  socket.on('close', gone)
  socket.on('connect', () => {
    socket.write(first)
    if (drip) client.timer = setInterval(() => socket.write(drip), 1_000)
  })
  // Half a refusal is read, so that the end is seen; an answer is not.
  if (kind === 'reading') socket.pause()
  else socket.resume()
  return client
}

/** Enough that an answer of a thousand rows is some hundred kilobytes. */
async function fillWithEvents({ pool }: ProgramFixture): Promise<void> {
  await pool.query(`
    insert into public.events (calendar_id, title, description, start_time, end_time, category)
    select c.id, 'Event ' || g, repeat('Bring a chair. ', 20), now() + g * interval '1 hour', now() + g * interval '1 hour' + interval '30 min', 'Event'
    from (select id from public.calendars order by created_at limit 1) c, generate_series(1, 1000) g`)
}
