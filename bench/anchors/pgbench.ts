// The limit: PostgreSQL's own load generator with the same prepared statements in one pipeline, and nothing before it.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Statement } from '#database/scope.ts'
import { cpuMs } from '../cpu.ts'
import type { Product } from '../product.ts'
import type { Bench, Contender, Sample } from '../scenario.ts'

export type PgbenchOptions = { name?: string; clients?: number }

/** Each client sends one of the requests, over and over. Nothing when pgbench is not installed. */
export function pgbench(
  bench: Bench,
  product: Product,
  requests: Statement[][],
  options: PgbenchOptions = {},
): Contender[] {
  const { name = 'pgbench', clients = 16 } = options
  const program = bench.program('pgbench', 'apt-get install postgresql-contrib')
  if (!program) return []
  return [{ name, measure: (seconds) => run(program, product, script(requests.slice(0, clients)), clients, seconds) }]
}

type Script = { text: string; variables: string[] }

/** Parameters become variables of pgbench, which sends them as parameters again. */
function script(requests: Statement[][]): Script {
  const variables: string[] = []
  const branches = requests.map((statements, client) => {
    const lines = statements.map(({ text, values }) => {
      const base = variables.length
      for (const value of values) variables.push(`v${variables.length + 1}=${value}`)
      return `${text.replace(/\$(\d+)/g, (_, n) => `:v${base + Number(n)}`)};`
    })
    return [`\\elif :client_id = ${client}`, '\\startpipeline', ...lines, '\\endpipeline'].join('\n')
  })
  return { text: ['\\if false', ...branches, '\\endif', ''].join('\n'), variables }
}

async function run(program: string, product: Product, { text, variables }: Script, clients: number, seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, text)
    const shared = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-f', file]
    const defined = variables.flatMap((variable) => ['-D', variable])
    const pgbench = (more: string[]) =>
      promisify(execFile)(program, [...shared, ...defined, ...more, product.databaseUrl], { cwd: folder })
    if (seconds > 0) await pgbench(['-T', '1'])
    const before = cpuMs({ postgres: product.costs.postgres })
    const howMuch = seconds > 0 ? ['-T', String(seconds)] : ['-t', '1']
    const { stdout } = await pgbench([...howMuch, '-l', '--log-prefix=took'])
    const after = cpuMs({ postgres: product.costs.postgres })
    return read(stdout, folder, (after.postgres ?? 0) - (before.postgres ?? 0))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(stdout: string, folder: string, cpu: number): Sample {
  const latencies = readdirSync(folder)
    .filter((name) => name.startsWith('took'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]),
    p50: at(0.5),
    p99: at(0.99),
    postgresCpu: cpu / latencies.length,
    errors: Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0),
  }
}
