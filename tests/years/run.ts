// Ten years in every zone, printed as counts; takes about a quarter of an hour on two cores:
//   node tests/years/run.ts --first 2024-01-01 --last 2033-12-31
// The span is split into parts that run in parallel, each in its own process and database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addDays, type Day } from '#domain/dates.ts'
import { prepareCluster } from '#testing/database.ts'
import { type Span, simulate, yearsDatabase } from './simulate.ts'
import { type Counts, faults } from './tally.ts'

const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '2024-01-01' },
    last: { type: 'string', default: '2033-12-31' },
    parts: { type: 'string', default: '3' },
    part: { type: 'boolean', default: false },
  },
})

type Report = { counts: Counts; problems: string[] }

if (values.part) await livePart(values)
else process.exitCode = (await liveAll(values, Number(values.parts))) ? 0 : 1

async function livePart({ first, last }: Span): Promise<void> {
  const { pool, close } = await yearsDatabase()
  const { counts, problems } = await simulate(pool, { first, last }, (day, { counts }) => {
    if (day === last || addDays(day, 1).endsWith('-01')) console.log(JSON.stringify({ day, counts }))
  })
  await close()
  console.log(JSON.stringify({ counts, problems } satisfies Report))
}

async function liveAll({ first, last }: Span, parts: number): Promise<boolean> {
  const began = Date.now()
  const cluster = await prepareCluster()
  const reports = await Promise.all(cut({ first, last }, parts).map((span) => startPart(span, cluster.url, began)))
  await cluster.stop()
  const total: Partial<Counts> = {}
  for (const { counts } of reports)
    for (const [name, count] of Object.entries(counts))
      total[name as keyof Counts] = (total[name as keyof Counts] ?? 0) + count
  for (const { problems } of reports) for (const problem of problems) console.log(problem)
  console.log(JSON.stringify({ first, last, ...total, seconds: Math.round((Date.now() - began) / 1000) }, null, 2))
  return faults.every((fault) => total[fault] === 0)
}

async function startPart({ first, last }: Span, cluster: string, began: number): Promise<Report> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--part', '--first', first, '--last', last], {
    env: { ...process.env, TOWNBELL_TEST_CLUSTER: cluster },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let report: Report | undefined
  for await (const line of createInterface(child.stdout)) {
    const { day, counts, problems } = JSON.parse(line) as Report & { day?: Day }
    if (day === undefined) report = { counts, problems }
    else {
      const wrong = faults.map((fault) => `${counts[fault]} ${fault}`).join(', ')
      console.log(
        `${Math.round((Date.now() - began) / 1000)} s  ${day}  ${counts.planned} planned, ${counts.sent} sent, ${wrong}`,
      )
    }
  }
  if (child.exitCode === null) await once(child, 'exit')
  if (!report) throw new Error(`${first} to ${last} ended with ${child.exitCode}`)
  return report
}

function cut({ first, last }: Span, parts: number): Span[] {
  const days = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1
  const starts = Array.from({ length: parts + 1 }, (_, part) => addDays(first, Math.round((days * part) / parts)))
  return starts.slice(0, -1).map((start, part) => ({ first: start, last: addDays(starts[part + 1] ?? last, -1) }))
}
