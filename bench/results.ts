// Computes medians of the rounds, compares them with the targets, prints a table, and saves one file per scenario with machine and date.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { currentCommit } from './measured-code.ts'
import { measures, type Result, type Sample, type Samples, type Scenario } from './scenario.ts'
import { overview, type Saved } from './table.ts'

const FOLDER = fileURLToPath(new URL('./results/', import.meta.url))

export function medians(name: string, scenario: Scenario, rounds: Samples[], notes: string[]): Result {
  const { samples, disturbed } = undisturbed(rounds, scenario.steady)
  const contenders: Samples = {}
  for (const contender of Object.keys(samples[0] ?? {})) {
    const of = samples.map((round) => round[contender] as Sample)
    const keys = Object.keys(of[0] ?? {}) as (keyof Sample)[]
    const entries = keys.map((key) => [key, key === 'errors' ? sum(of, key) : middle(of.map((one) => one[key] ?? 0))])
    contenders[contender] = Object.fromEntries(entries) as Sample
  }
  const targets = judge(scenario, contenders)
  for (const sample of Object.values(contenders))
    for (const key of Object.keys(sample) as (keyof Sample)[]) sample[key] = rounded(sample[key] ?? 0)
  const { question } = scenario
  return {
    name,
    question,
    date: today(),
    machine: machine(),
    commit: currentCommit(),
    rounds: samples.length,
    contenders,
    targets,
    notes: [...notes, ...disturbed],
  }
}

function judge({ targets }: Scenario, contenders: Samples): Result['targets'] {
  return targets.map((target) => {
    const found = target.value(contenders)
    const value = Number.isFinite(found) ? (found as number) : null
    const holds = value !== null && ('atLeast' in target ? value >= target.atLeast : value <= target.atMost)
    return { says: target.says, value: value && rounded(value), holds }
  })
}

/** Leaves out the rounds in which something else was at work. The best round always stays. */
function undisturbed(rounds: Samples[], steady: string | undefined): { samples: Samples[]; disturbed: string[] } {
  if (steady === undefined) return { samples: rounds, disturbed: [] }
  const p99 = (round: Samples) => round[steady]?.p99 ?? 0
  const best = Math.min(...rounds.map(p99))
  const isDisturbed = (round: Samples) => p99(round) > 2 * best
  return {
    samples: rounds.filter((round) => !isDisturbed(round)),
    disturbed: rounds.flatMap((round, at) =>
      isDisturbed(round)
        ? [
            `round ${at + 1} was disturbed and does not count: ${steady}, p99 ${rounded(p99(round))} ms instead of ${rounded(best)}`,
          ]
        : [],
    ),
  }
}

export async function save(result: Result): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}${result.name}.json`, `${JSON.stringify(result, null, 2)}\n`)
  await writeReadme()
}

/** Writes the README from the saved figures, judged by the budgets of today. */
export async function writeReadme(): Promise<void> {
  const all: Saved[] = []
  for (const file of globSync('*.json', { cwd: FOLDER }).sort()) {
    const result = JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Result
    const { scenario }: { scenario: Scenario } = await import(`./scenarios/${result.name}.ts`)
    all.push({ ...result, targets: judge(scenario, result.contenders), code: scenario.code })
  }
  const head = `# What was measured

Written by \`npm run bench\`, and again by \`npm run bench -- --readme\`; medians of interleaved rounds. Compare ratios inside a table, not
numbers of two machines. ⚠ marks rows older than the code they measure, as of ${currentCommit()}.
`
  writeFileSync(`${FOLDER}README.md`, `${head}\n${overview(all)}\n${all.map(print).join('\n')}`)
}

export function print({ name, question, contenders, targets, notes, date, machine, rounds, commit }: Result): string {
  const columns = (Object.keys(measures) as (keyof typeof measures)[]).filter((key) =>
    Object.values(contenders).some((sample) => sample[key] !== undefined),
  )
  const rows = Object.entries(contenders).map(([who, sample]) => [who, ...columns.map((key) => shown(sample[key]))])
  return [
    `## ${name}\n`,
    `${question}\n`,
    table([['', ...columns.map((key) => measures[key])], ...rows]),
    ...targets.map(
      ({ says, value, holds }) => `- ${holds ? '✔' : '✖'} ${says}: ${value === null ? 'not measured' : shown(value)}`,
    ),
    ...notes.map((note) => `- ${note}`),
    `\n${date}, ${machine}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, ${commit}\n`,
  ].join('\n')
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  const line = (row: string[]) =>
    `| ${row.map((cell, at) => (at ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`
  const [head = [], ...rest] = rows
  return `${[line(head), rule, ...rest.map(line)].join('\n')}\n`
}

function shown(value: number | undefined): string {
  if (value === undefined) return ''
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(value)
}

/** Three digits are all that a noisy machine can tell. */
function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return sorted.length % 2 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2
}

function sum(samples: Sample[], key: keyof Sample): number {
  return samples.reduce((total, sample) => total + (sample[key] ?? 0), 0)
}

const today = () => new Date().toISOString().slice(0, 10)

function machine(): string {
  const [first] = cpus()
  return `${cpus().length} × ${first?.model || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
}
