// Everything that must hold before a change lands, in order, cheapest first. Run it all with `npm test`, or one step by its
// name: `npm test -- types`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const steps: [name: string, what: string, command: string][] = [
  ['lint', 'format and lint', 'npm run lint'],
  ['types', 'types', 'npm run types'],
  ['arrows', 'imports follow the map', 'npm run arrows'],
  ['unused', 'no dead code, no unlisted package', 'npm run unused'],
  ['supply', 'licences are known, no secret is in the tree', 'npm run --silent licences && npm run --silent secrets'],
  ['schema', 'schema.sql and rows.ts are what the migrations make', 'npm run schema -- --check'],
  [
    'unit',
    'rules and pure stages',
    tests('{domain,runtime,database,messages,server,worker,web,bin,scripts}/**/*.test.ts'),
  ],
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

/** Most files wait more than they work, so that more of them than cores are under way; not where that would change what is seen. */
function tests(glob: string, atOnce = 4): string {
  return `npm run --silent test:files -- --test-concurrency=${atOnce} '${glob}'`
}

const only = process.argv.slice(2)
const chosen = steps.filter(([name]) => only.length === 0 || only.includes(name))
if (chosen.length === 0) {
  console.error(`There is no such step. There are: ${steps.map(([name]) => name).join(', ')}`)
  process.exit(2)
}
const started = Date.now()
const root = fileURLToPath(new URL('..', import.meta.url))
/** Where programs under test keep what they log, for the last step (tests/world/log.ts). */
const logs = `${root}test-logs`
if (chosen.some(([name]) => name !== 'logs')) rmSync(logs, { recursive: true, force: true })
const env = { ...process.env, TOWNBELL_TEST_LOGS: logs }
for (const [name, what, command] of chosen) {
  console.log(`\n── ${name}: ${what}`)
  const at = Date.now()
  const child = spawn(command, { shell: true, stdio: 'inherit', env, cwd: root })
  const [code] = await once(child, 'exit')
  if (code !== 0) {
    console.error(`\n✖ ${name} failed. Again with: npm test -- ${name}`)
    process.exit(1)
  }
  console.log(`✔ ${name} (${Math.round((Date.now() - at) / 1000)} s)`)
}
console.log(`\n✔ everything holds (${Math.round((Date.now() - started) / 1000)} s)`)
