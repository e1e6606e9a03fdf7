// Three PostgreSQLs under Patroni lose their primary again and again, in each way that it can be lost, while two servers answer visitors and
// two workers send mailings. Beside them a client writes to every host, so that two that accept writes at a time are seen.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import { type Answer, type Load, startLoad, tally } from './load.ts'
import { openPatroniCluster, type PatroniCluster, type Strike, strikes } from './patroni-cluster.ts'
import { type ProgramFixture, withProgram } from './program-fixture.ts'
import { untilBack, wrongOf } from './restarts.ts'

export type PatroniOptions = { rounds: number; perSecond: number; mails: number; kinds?: readonly Strike[] }

type Outages = { promotedMs: number[]; writesBackMs: number[]; mailBackMs: number[] }

export type PatroniReport = {
  rounds: number
  perSecond: number
  requests: number
  answers: Record<string, Record<string, number>>
  wrong: string[]
  acknowledged: number
  lost: number
  doubled: number
  mails: number
  mailsLost: number
  mailsDoubled: number
  mostCopies: number
  mostDoubledOfOneStrike: number
  /** From the strike: until a standby was promoted, the last refused request, and the next mail. */
  outages: Record<string, Outages>
  probes: ProbeReport
  /** Processes that ended, which a supervisor would start again. */
  exits: number
  states: Record<string, number>
}

export async function failingOver({
  rounds,
  perSecond,
  mails,
  kinds = strikes,
}: PatroniOptions): Promise<PatroniReport> {
  const cluster = await openPatroniCluster()
  try {
    const pool = createPool({ url: cluster.url, max: 2 })
    await migrate(pool)
    await pool.end()
    const env = { SITE_URL: 'http://town.example', TIME_LIMIT_FACTOR: '1', MAIL_RATE: '40' }
    const database = { url: cluster.url, close: async () => {} }
    return await withProgram({ twice: true, answerDelayMs: 20, env, database }, (program) =>
      run(program, cluster, { rounds, perSecond, mails, kinds }),
    )
  } finally {
    await cluster.close()
  }
}

async function run(
  program: ProgramFixture,
  cluster: PatroniCluster,
  { rounds, perSecond, mails, kinds }: Required<PatroniOptions>,
): Promise<PatroniReport> {
  const { workers, visitors, processes, pool } = program
  const [first, , second] = processes as [Started, Started, Started]
  const probe = await startProbe(cluster)
  // Half of them to each, as a proxy does.
  const loads = [first, second].map(({ url }) => startLoad(url, perSecond / 2, visitors.next))
  await sleep(10_000 + 40_000 / perSecond)
  const kindsAsked = Object.keys(tally(answersOf(loads)))
  const outages: Record<string, Outages> = {}
  const struckAt: number[] = []
  for (let n = 0; n < rounds * kinds.length; n++) {
    const how = kinds[n % kinds.length] as Strike
    outages[how] ??= { promotedMs: [], writesBackMs: [], mailBackMs: [] }
    const of = outages[how]
    const before = workers.reached()
    await workers.addMailing(mails)
    await workers.until(() => workers.reached() > before + mails / 4, 120_000)
    const struck = performance.now()
    struckAt.push(Date.now())
    probe.strike()
    await cluster.strike(how)
    of.promotedMs.push(Math.round(performance.now() - struck))
    const mailed = workers.smtp.taken.length
    const backs = await Promise.all(loads.map((load) => untilBack(load, kindsAsked, struck)))
    of.writesBackMs.push(Math.round(Math.max(...backs) - struck))
    await workers.until(() => workers.smtp.taken.length > mailed || workers.reached() >= before + mails, 120_000)
    of.mailBackMs.push(Math.round(performance.now() - struck))
    console.error(
      `${n + 1}: ${how} ${JSON.stringify({ promoted: of.promotedMs.at(-1), back: of.writesBackMs.at(-1), mail: of.mailBackMs.at(-1) })}`,
    )
    await cluster.mend()
    await workers.until(async () => workers.reached() >= before + mails && isDone(await workers.states()), 180_000)
  }
  await Promise.all(loads.map((load) => load.stop()))
  const answers = answersOf(loads)
  const { expected, lost: mailsLost, duplicates: mailsDoubled, mostCopies } = workers.counts()
  return {
    rounds,
    perSecond,
    requests: answers.length,
    answers: tally(answers),
    wrong: wrongOf(answers, [429, 503]),
    ...(await visitors.writes(pool, answers)),
    mails: expected,
    mailsLost,
    mailsDoubled,
    mostCopies,
    mostDoubledOfOneStrike: mostOfOneStrike(workers.smtp.taken, struckAt),
    outages,
    probes: await probe.stop(),
    exits: program.exits(),
    states: await workers.states(),
  }
}

type Started = ProgramFixture['processes'][number]

const answersOf = (loads: Load[]): Answer[] => loads.flatMap(({ answers }) => answers)

function isDone(states: Record<string, number>): boolean {
  return !states.planned && !states.claimed && !states.committing
}

/** A second copy counts for the last strike before it arrived. */
function mostOfOneStrike(taken: { to: string[]; at: number }[], struckAt: number[]): number {
  const seen = new Set<string>()
  const perStrike = new Map<number, number>()
  for (const { to, at } of taken) {
    const address = to[0] ?? ''
    const strike = struckAt.findLastIndex((struck) => struck <= at)
    if (seen.has(address)) perStrike.set(strike, (perStrike.get(strike) ?? 0) + 1)
    seen.add(address)
  }
  return Math.max(0, ...perStrike.values())
}

type Probed = { id: string; host: string; strike: number; began: number; ended: number }

type ProbeReport = {
  acknowledged: number
  lost: number
  /** Acknowledged by the old primary although the new one had begun to. */
  split: number
}

const EVERY_MS = 200

/** Writes to each host, as somebody would who does not know which one is the primary. */
async function startProbe(cluster: PatroniCluster) {
  const pool = createPool({ url: cluster.url, max: 1 })
  await pool.query('create table if not exists public.probes (id uuid primary key)')
  const probed: Probed[] = []
  let strike = -1
  let stopping = false
  const writing = cluster.hosts.map(({ name, url }) =>
    writeTo(name, url.replace('postgres:change-me', 'townbell:secret').replace(/postgres$/, 'townbell')),
  )
  return {
    strike() {
      strike++
    },
    async stop(): Promise<ProbeReport> {
      stopping = true
      await Promise.all(writing)
      const { rows } = await pool.query<{ id: string }>('select id from public.probes')
      await pool.end()
      const there = new Set(rows.map(({ id }) => id))
      return {
        acknowledged: probed.length,
        lost: probed.filter(({ id }) => !there.has(id)).length,
        split: probed.filter(isLate).length,
      }
    },
  }

  /** Whether another host had acknowledged before that was to stay the primary. */
  function isLate({ strike: at, host, ended }: Probed): boolean {
    const after = probed.filter((one) => one.strike === at)
    const next = after.at(-1)?.host
    const begun = after.find((one) => one.host === next)?.ended ?? Number.POSITIVE_INFINITY
    return host !== next && ended > begun
  }

  async function writeTo(host: string, url: string): Promise<void> {
    while (!stopping) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 40_000 })
      client.on('error', () => {})
      try {
        await client.connect()
        while (!stopping) {
          const [id, began, struck] = [randomUUID(), performance.now(), strike]
          await client.query('insert into public.probes values ($1)', [id])
          probed.push({ id, host, strike: struck, began, ended: performance.now() })
          await sleep(EVERY_MS)
        }
      } catch {
        // A standby, or away.
      } finally {
        await client.end().catch(() => {})
      }
      await sleep(EVERY_MS)
    }
  }
}
