// Runs every check that must pass before a change lands. `npm test` runs all, `npm test -- types` one.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runSteps, type Step, tests } from './steps.ts'

/** Two steps run at a time, in this order; the steps of a group begin when those before it have passed. */
const groups: Step[][] = [
  // What fails soonest, and the pages that the tests of the next group ask for.
  [
    ['lint', 'format and lint', 'npm run lint'],
    ['build', 'build the pages', 'node scripts/build.ts'],
    ['types', 'types', 'npm run types'],
    ['arrows', 'imports follow the architecture', 'npm run arrows'],
    ['unused', 'no dead code, no unlisted package', 'npm run unused'],
    ['supply', 'licences are known, no secret is in the tree', 'npm run --silent licences && npm run --silent secrets'],
    ['schema', 'rows.ts and docs/api.md are what database/schema makes', 'npm run schema -- --check'],
    ['unit', 'unit tests, in one process', 'npm run --silent test:unit'],
    ['core', 'one test file of each kind, for test:quick', tests(coreFiles())],
    ['structure', 'rules for the source tree and the schema', tests('tests/structure/all.ts')],
  ],
  // Journeys in the browser take as long as all others together: they begin first, and the others run beside them.
  [
    ['browser', 'journeys in a real browser', `node scripts/browser.ts && ${tests('tests/browser/*-files.ts', 2)}`],
    ['policies', 'who may read and write which rows', tests('tests/policies/all.ts')],
    ['http', 'every endpoint, with the official clients and with raw requests', tests('tests/http/**/all.ts', 2)],
    ['worker', 'jobs, with a fake clock', tests('tests/worker/all.ts')],
    [
      'process',
      'start, stop, kill and restart',
      `node scripts/nginx.ts && node scripts/postgres.ts && ${tests('tests/process/**/*.test.ts', 1)}`,
    ],
    ['faults', 'workers killed, stopped and frozen during a mailing', tests('tests/faults/faults.test.ts')],
    ['years', 'simulated weeks with time changes', tests('tests/years/**/*.test.ts', 2)],
    ['races', 'limits hold under concurrent requests', tests('tests/races/all.ts')],
    ['database', 'the database layer', tests('tests/database/all.ts')],
    ['fuzz', 'random requests, in every role', tests('tests/fuzz/**/*.test.ts')],
    ['growth', 'counters that must not grow with the data', tests('bench/check.ts')],
    ['bench', 'every scenario of the bench opens, measures and closes', 'npm run --silent bench -- --try'],
  ],
  // Whether a client slows down others can only be asked alone.
  [
    [
      'server-faults',
      'a server under kills, locks and hostile clients',
      tests('tests/faults/{server,failover}.test.ts', 1),
    ],
  ],
  // Reads what all others have logged.
  [['logs', 'no personal data in the logs of these tests', 'node scripts/logs.ts']],
]

/** Returns a few files that catch most mistakes. A full run has them in the steps of their folders. */
function coreFiles(): string {
  return 'tests/{policies/events,http/rest/writing,http/functions/follow,worker/day-of}.test.ts'
}

const only = process.argv.slice(2)
const isChosen = ([name]: Step) => (only.length === 0 ? name !== 'core' : only.includes(name))
const chosen = groups.flat().filter(isChosen)
if (chosen.length === 0) {
  const names = groups.flat().map(([name]) => name)
  console.error(`There is no such step. There are: ${names.join(', ')}`)
  process.exit(2)
}
const root = fileURLToPath(new URL('..', import.meta.url))
/** The folder for the logs of programs under test, which the last step reads (testing/log.ts). */
const logs = `${root}test-logs`
if (chosen.some(([name]) => name !== 'logs')) rmSync(logs, { recursive: true, force: true })
process.env.TOWNBELL_TEST_LOGS = logs
// All processes share Node's compile cache.
process.env.NODE_COMPILE_CACHE = `${root}node_modules/.cache/compiled`
await runSteps(
  groups.map((group) => group.filter(isChosen)),
  root,
)
