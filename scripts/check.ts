// Everything that must hold before a change lands, cheapest first. Run it all with `npm test`, or one step by its name:
// `npm test -- types`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const steps: [name: string, what: string, command: string][] = [
  ['lint', 'format and lint', 'npm run lint'],
  ['types', 'types', 'npm run types'],
  ['arrows', 'imports follow the map', 'npm run arrows'],
  ['unused', 'no dead code, no unlisted package', 'npm run unused'],
  ['supply', 'licences are known, no secret is in the tree', 'npm run --silent licences && npm run --silent secrets'],
  ['schema', 'schema.sql and rows.ts are what database/schema makes', 'npm run schema -- --check'],
  ['unit', 'rules and pure stages, in one process', 'npm run --silent test:unit'],
  ['core', 'one test file of each kind, for test:quick', tests(coreFiles())],
  ['build', 'the pages', 'node scripts/build.ts'],
  ['structure', 'the promises of the tree and the schema', tests('tests/structure/**/*.test.ts')],
  ['database', 'the database layer', tests('tests/database/**/*.test.ts')],
  ['policies', 'who may do what', tests('tests/policies/**/*.test.ts')],
  ['races', 'limits hold when everybody comes at once', tests('tests/races/**/*.test.ts', 2)],
  ['http', 'every endpoint, through the official clients and raw', tests('tests/http/**/*.test.ts')],
  ['fuzz', 'requests made at random, as everybody', tests('tests/fuzz/**/*.test.ts')],
  ['growth', 'what grows with the data, by counters', 'npm run --silent bench:check'],
  ['worker', 'jobs, with a clock of their own', tests('tests/worker/**/*.test.ts')],
  ['years', 'weeks in which clocks change, lived through', tests('tests/years/**/*.test.ts', 2)],
  ['faults', 'workers killed, ended and frozen in the middle of a mailing', tests('tests/faults/**/*.test.ts', 2)],
  ['browser', 'journeys in a real browser', `node scripts/browser.ts && ${tests('tests/browser/**/*.test.ts', 3)}`],
  ['process', 'start, stop, kill, start again', tests('tests/process/**/*.test.ts', 2)],
  ['logs', 'nothing personal was logged in all of this', 'node scripts/logs.ts'],
]

/** What keeps the cores busy. The others mostly wait, and do that beside these; the last looks at what all have left. */
const busy = ['types', 'unit', 'build', 'policies', 'http', 'browser']
const last = 'logs'

/** Most files wait more than they work, so that more of them than cores are under way; not where that would change what is seen. */
function tests(glob: string, atOnce = 4): string {
  return `npm run --silent test:files -- --test-concurrency=${atOnce} '${glob}'`
}

/** A few files that notice most mistakes. The whole run has them in the steps of their folders. */
function coreFiles(): string {
  return 'tests/{policies/events,http/rest/writing,http/functions/follow,worker/day-of}.test.ts'
}

const only = process.argv.slice(2)
const chosen = steps.filter(([name]) => (only.length === 0 ? name !== 'core' : only.includes(name)))
if (chosen.length === 0) {
  console.error(`There is no such step. There are: ${steps.map(([name]) => name).join(', ')}`)
  process.exit(2)
}
const alone = chosen.length === 1
const started = Date.now()
const root = fileURLToPath(new URL('..', import.meta.url))
/** Where programs under test keep what they log, for the last step (testing/log.ts). */
const logs = `${root}test-logs`
if (chosen.some(([name]) => name !== last)) rmSync(logs, { recursive: true, force: true })
/** Where Node keeps what it compiled, for all the processes that read the same files; and what steps say, until they end. */
const cache = `${root}node_modules/.cache`
mkdirSync(`${cache}/check`, { recursive: true })
const env = { ...process.env, TOWNBELL_TEST_LOGS: logs, NODE_COMPILE_CACHE: `${cache}/compiled` }
const underWay = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(130))

await Promise.all([
  inTurn(chosen.filter(([name]) => busy.includes(name))),
  inTurn(chosen.filter(([name]) => !busy.includes(name) && name !== last)),
])
await inTurn(chosen.filter(([name]) => name === last))
console.log(`\n✔ everything holds (${secondsSince(started)} s)`)

async function inTurn(lane: typeof steps): Promise<void> {
  for (const [name, what, command] of lane) {
    const at = Date.now()
    console.log(`${alone ? '──' : '…'} ${name}: ${what}`)
    const { code, said } = await run(name, command)
    if (!alone) console.log(`\n── ${name}: ${what}\n${said}`)
    if (code !== 0) {
      console.error(`✖ ${name} failed. Again with: npm test -- ${name}`)
      end(1)
    }
    console.log(`✔ ${name} (${secondsSince(at)} s)\n`)
  }
}

/** What one step says is shown as it comes, of several when each has ended: two that speak in turns are understood by nobody. */
async function run(name: string, command: string): Promise<{ code: number | null; said: string }> {
  const saying = `${cache}/check/${name}.log`
  const file = openSync(saying, 'w')
  const voice = alone ? 'inherit' : file
  // In a group of its own, so that all that it started ends with it.
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', voice, voice], env, cwd: root })
  underWay.add(child)
  const [code] = await once(child, 'exit')
  underWay.delete(child)
  return { code, said: readFileSync(saying, 'utf8') }
}

/** Steps that are under way end as by Ctrl-C. */
function end(code: number): never {
  for (const { pid } of underWay) if (pid) process.kill(-pid, 'SIGINT')
  process.exit(code)
}

function secondsSince(at: number): number {
  return Math.round((Date.now() - at) / 1000)
}
