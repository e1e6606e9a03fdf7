// npm run bench: fills, starts, measures round by round, prints, and saves the results in bench/results.
//   npm run bench                                   everything
//   npm run bench -- --scenario month-read,feeds    some
//   npm run bench -- --processes 2                  with so many server processes instead of one
//   npm run bench -- --size S --rounds 1            other data, fewer rounds; --save saves one of fewer than three
//   npm run bench -- --readme                        no measurement: writes results/README.md again
//   npm run bench -- --try                          each scenario once and small: it must open, measure and close
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { minutes } from '#domain/durations.ts'
import { buildWeb } from '../bin/build-web.ts'
import { createBenches } from './bench.ts'
import { type SizeName, sizes } from './data.ts'
import { medians, print, save, writeReadme } from './results.ts'
import type { Contender, Result, Samples, Scenario } from './scenario.ts'

const { values: wanted } = parseArgs({
  options: {
    scenario: { type: 'string' },
    size: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    save: { type: 'boolean' },
    processes: { type: 'string' },
    try: { type: 'boolean' },
    readme: { type: 'boolean' },
  },
})
const say = (what: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`)
if (wanted.readme) {
  await writeReadme()
  process.exit()
}
const isTry = wanted.try ?? false
const names = chosen(wanted.scenario)
const size = isTry ? 'T' : (wanted.size as SizeName | undefined)
if (process.platform !== 'linux') stop('The bench reads /proc, so it needs Linux.', isTry ? 0 : 2)
if (size && !sizes[size]) stop(`There is no size ${size}. There are: ${Object.keys(sizes).join(', ')}`)
await buildWeb()
const benches = createBenches({ say, processes: wanted.processes, isTry })
const failed: string[] = []
let missed = 0
for (const [at, name] of names.entries()) {
  say(`${at + 1}/${names.length} ${name}`)
  try {
    const { scenario }: { scenario: Scenario } = await import(`./scenarios/${name}.ts`)
    const result = await (isTry ? Promise.race([measure(name, scenario), tooLong()]) : measure(name, scenario))
    console.log(isTry ? tried(result) : print(result))
    missed += result.targets.filter(({ holds }) => !holds).length
    if (!size && (wanted.save || Number(wanted.rounds) >= 3)) await save(result)
  } catch (error) {
    failed.push(name)
    console.error(`✖ the scenario ${name} failed:`, error)
    // The next one gets a product that works.
    await benches.close()
  }
}
await benches.close()
if (missed > 0 && !isTry) say(`${missed} targets were missed`)
if (failed.length > 0) {
  console.error(`✖ ${failed.length} of ${names.length} scenarios failed: ${failed.join(', ')}`)
  process.exit(1)
}

async function measure(name: string, scenario: Scenario): Promise<Result> {
  const bench = benches.open(size ? [size] : scenario.sizes)
  try {
    const contenders = await scenario.open(bench)
    const rounds = isTry ? 1 : Math.min(Number(wanted.rounds), scenario.mostRounds ?? Number.POSITIVE_INFINITY)
    const seconds = isTry ? 0 : wanted.seconds ? Number(wanted.seconds) : (scenario.seconds ?? 5)
    const samples: Samples[] = []
    for (let round = 1; round <= rounds; round++)
      samples.push(await oneRound(contenders, seconds, `${round}/${rounds}`))
    const result = medians(name, scenario, samples, [...bench.notes, ...bench.lacks])
    // Without a peer there is nothing to compare with.
    if (bench.lacks.length === 0) isWhole(result)
    return result
  } finally {
    await bench.close()
  }
}

/** A try that waits for ever fails; one on a busy machine takes its time. */
async function tooLong(): Promise<never> {
  await sleep(minutes(10), undefined, { ref: false })
  throw new Error('it has not ended after ten minutes')
}

/** Figures are not judged in a try. */
function tried({ name, notes }: Result): string {
  return [`✔ ${name} opens, measures and closes`, ...notes].join('; ')
}

function isWhole({ contenders, targets }: Result): void {
  if (Object.keys(contenders).length === 0) throw new Error('nothing was measured')
  const open = targets.find(({ value }) => value === null || !Number.isFinite(value))
  if (open) throw new Error(`nothing was measured for "${open.says}"`)
}

/** Measures each contender once, in turn, so that whatever else the machine does affects all of them. */
async function oneRound(contenders: Contender[], seconds: number, round: string): Promise<Samples> {
  const samples: Samples = {}
  for (const { name, measure } of contenders) {
    const sample = await measure(seconds)
    samples[name] = sample
    const said = Object.entries(sample).map(([what, value]) => `${what} ${value.toPrecision(4)}`)
    say(`  round ${round} ${name}: ${said.join(', ')}`)
  }
  return samples
}

function chosen(list: string | undefined): string[] {
  const folder = fileURLToPath(new URL('./scenarios/', import.meta.url))
  const all = globSync('*.ts', { cwd: folder })
    .map((file) => basename(file, '.ts'))
    .sort()
  if (!list) return all
  const requested = list.split(',')
  const unknown = requested.find((name) => !all.includes(name))
  if (unknown) stop(`There is no scenario ${unknown}. There are: ${all.join(', ')}`)
  return requested
}

function stop(why: string, code = 2): never {
  console.error(why)
  process.exit(code)
}
