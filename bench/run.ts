// npm run bench: fills, starts, measures round by round, prints, and saves the results in bench/results.
//   npm run bench                                   everything
//   npm run bench -- --scenario month-read,feed     some
//   npm run bench -- --processes 2                  with so many server processes instead of one
//   npm run bench -- --size S --rounds 1            a try; --save saves one of fewer than three rounds
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildWeb } from '../bin/build-web.ts'
import { openBench } from './bench.ts'
import { type SizeName, sizes } from './data.ts'
import { medians, print, save } from './results.ts'
import type { Contender, Result, Samples, Scenario } from './scenario.ts'

const { values: wanted } = parseArgs({
  options: {
    scenario: { type: 'string' },
    size: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    save: { type: 'boolean' },
    processes: { type: 'string' },
  },
})
const say = (what: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`)
const names = chosen(wanted.scenario)
const size = wanted.size as SizeName | undefined
if (size && !sizes[size]) stop(`There is no size ${size}. There are: ${Object.keys(sizes).join(', ')}`)
await buildWeb()
let missed = 0
for (const [at, name] of names.entries()) {
  say(`${at + 1}/${names.length} ${name}`)
  const { scenario }: { scenario: Scenario } = await import(`./scenarios/${name}.ts`)
  const result = await measure(name, scenario)
  console.log(print(result))
  missed += result.targets.filter(({ holds }) => !holds).length
  // A try is not a result.
  if (!size && (wanted.save || Number(wanted.rounds) >= 3)) save(result)
}
if (missed > 0) say(`${missed} targets were missed`)

async function measure(name: string, scenario: Scenario): Promise<Result> {
  const bench = openBench(size ? [size] : scenario.sizes, (what) => say(`  ${what}`), wanted.processes)
  try {
    const contenders = await scenario.open(bench)
    const rounds = Math.min(Number(wanted.rounds), scenario.mostRounds ?? Number.POSITIVE_INFINITY)
    const seconds = wanted.seconds ? Number(wanted.seconds) : (scenario.seconds ?? 5)
    const samples: Samples[] = []
    for (let round = 1; round <= rounds; round++)
      samples.push(await oneRound(contenders, seconds, `${round}/${rounds}`))
    return medians(name, scenario, samples, bench.notes())
  } finally {
    await bench.close()
  }
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

function stop(why: string): never {
  console.error(why)
  process.exit(2)
}
