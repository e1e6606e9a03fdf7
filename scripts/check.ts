// Runs every check that must pass before a change lands, cheapest first. `npm test` runs all, `npm test -- types` one.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const steps: [name: string, what: string, command: string][] = [
  ['lint', 'format and lint', 'npm run lint'],
  ['types', 'types', 'npm run types'],
  ['arrows', 'imports follow the architecture', 'npm run arrows'],
  ['unused', 'no dead code, no unlisted package', 'npm run unused'],
  ['supply', 'licences are known, no secret is in the tree', 'npm run --silent licences && npm run --silent secrets'],
  ['schema', 'schema.sql, rows.ts and docs/api.md are what database/schema makes', 'npm run schema -- --check'],
  ['unit', 'unit tests, in one process', 'npm run --silent test:unit'],
  ['core', 'one test file of each kind, for test:quick', tests(coreFiles())],
  ['build', 'build the pages', 'node scripts/build.ts'],
  ['structure', 'rules for the source tree and the schema', tests('tests/structure/**/*.test.ts')],
  ['database', 'the database layer', tests('tests/database/**/*.test.ts')],
  ['policies', 'who may read and write which rows', tests('tests/policies/**/*.test.ts')],
  ['races', 'limits hold under concurrent requests', tests('tests/races/**/*.test.ts', 2)],
  ['http', 'every endpoint, with the official clients and with raw requests', tests('tests/http/**/*.test.ts')],
  ['fuzz', 'random requests, in every role', tests('tests/fuzz/**/*.test.ts')],
  ['growth', 'counters that must not grow with the data', 'npm run --silent bench:check'],
  ['worker', 'jobs, with a fake clock', tests('tests/worker/**/*.test.ts')],
  ['years', 'simulated weeks with time changes', tests('tests/years/**/*.test.ts', 2)],
  ['faults', 'workers killed, stopped and frozen during a mailing', tests('tests/faults/faults.test.ts')],
  ['browser', 'journeys in a real browser', `node scripts/browser.ts && ${tests('tests/browser/**/*.test.ts', 2)}`],
  ['process', 'start, stop, kill and restart', tests('tests/process/**/*.test.ts', 1)],
  [
    'server-faults',
    'a server under kills, locks and hostile clients',
    tests('tests/faults/{server,failover}.test.ts', 1),
  ],
  ['logs', 'no personal data in the logs of these tests', 'node scripts/logs.ts'],
]

/** The steps of one lane. The others run beside them and take about as long. */
const busy = ['types', 'unit', 'build', 'http', 'browser']
/** What runs alone at the end: one asks whether a client slows down others, the other reads what all have logged. */
const last = ['server-faults', 'logs']

/** Runs more files at once than there are cores, because most of them wait; fewer where a file runs several programs, or where that would change the result. */
function tests(glob: string, atOnce = 4): string {
  return `npm run --silent test:files -- --test-concurrency=${atOnce} '${glob}'`
}

/** Returns a few files that catch most mistakes. A full run has them in the steps of their folders. */
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
/** The folder for the logs of programs under test, which the last step reads (testing/log.ts). */
const logs = `${root}test-logs`
if (chosen.some(([name]) => name !== 'logs')) rmSync(logs, { recursive: true, force: true })
/** The folder for Node's compile cache, which all processes share, and for the output of steps until they end. */
const cache = `${root}node_modules/.cache`
mkdirSync(`${cache}/check`, { recursive: true })
const env = { ...process.env, TOWNBELL_TEST_LOGS: logs, NODE_COMPILE_CACHE: `${cache}/compiled` }
const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(130))

await Promise.all([
  inTurn(chosen.filter(([name]) => busy.includes(name))),
  inTurn(chosen.filter(([name]) => !busy.includes(name) && !last.includes(name))),
])
await inTurn(chosen.filter(([name]) => last.includes(name)))
console.log(`\n✔ all checks pass (${secondsSince(started)} s)`)

async function inTurn(lane: typeof steps): Promise<void> {
  for (const [name, what, command] of lane) {
    const at = Date.now()
    console.log(`${alone ? '──' : '…'} ${name}: ${what}`)
    const { code, output } = await run(name, command)
    if (!alone) console.log(`\n── ${name}: ${what}\n${output}`)
    if (code !== 0) {
      console.error(`✖ ${name} failed. Run it again with: npm test -- ${name}`)
      end(1)
    }
    console.log(`✔ ${name} (${secondsSince(at)} s)\n`)
  }
}

/** Prints the output of a single step as it arrives; with several steps, when each has ended, so that it does not mix. */
async function run(name: string, command: string): Promise<{ code: number | null; output: string }> {
  const log = `${cache}/check/${name}.log`
  const file = openSync(log, 'w')
  const target = alone ? 'inherit' : file
  // In its own process group, so that everything it started ends with it.
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', target, target], env, cwd: root })
  running.add(child)
  const [code] = await once(child, 'exit')
  running.delete(child)
  return { code, output: readFileSync(log, 'utf8') }
}

/** Interrupts the running steps as Ctrl-C does. */
function end(code: number): never {
  for (const { pid } of running) if (pid) process.kill(-pid, 'SIGINT')
  process.exit(code)
}

function secondsSince(at: number): number {
  return Math.round((Date.now() - at) / 1000)
}
