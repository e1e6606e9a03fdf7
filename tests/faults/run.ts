// The full runs, which take minutes, printed as counts. CI runs small ones (*.test.ts).
//   node tests/faults/run.ts arrivals --mails 10000                   a mailing over TLS, signed in and DKIM-signed, each mail parsed
//   node tests/faults/run.ts kills    --mails 10000 --kills 100       a worker is killed in the middle of a mailing; --term ends it
//   node tests/faults/run.ts stops    --mails 1000 --rounds 10        workers are frozen for three leases
//   node tests/faults/run.ts restarts --restarts 50 --rate 200        PostgreSQL is restarted; --whole: that of `npm start`, by itself
import { parseArgs } from 'node:util'
import { arriving } from './arrivals.ts'
import { killing } from './kills.ts'
import { restarting } from './restarts.ts'
import { stopping } from './stops.ts'

type Given = { number(name: string, usual: number): number; has(name: string): boolean }

const runs: Record<string, (given: Given) => Promise<object>> = {
  arrivals: ({ number }) => arriving({ mails: number('mails', 10_000), connections: number('connections', 4) }),
  kills: ({ number, has }) =>
    killing({
      mails: number('mails', 10_000),
      kills: number('kills', 100),
      connections: number('connections', 4),
      answerDelayMs: number('delay', 0),
      signal: has('term') ? 'SIGTERM' : 'SIGKILL',
    }),
  stops: ({ number }) =>
    stopping({ mails: number('mails', 1000), rounds: number('rounds', 10), workers: 10, stopMs: 90_000 }),
  restarts: ({ number, has }) =>
    restarting({
      restarts: number('restarts', 50),
      perSecond: number('rate', 200),
      mails: number('mails', 10_000),
      whole: has('whole'),
    }),
}

const numbers = ['mails', 'kills', 'connections', 'delay', 'rounds', 'restarts', 'rate']
const flags = ['term', 'whole']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries([
    ...numbers.map((name) => [name, { type: 'string' as const }]),
    ...flags.map((name) => [name, { type: 'boolean' as const }]),
  ]),
})
const run = runs[positionals[0] ?? '']
if (!run) {
  console.error(`Which? ${Object.keys(runs).join(', ')}`)
  process.exit(2)
}
const words = values as Record<string, string | boolean | undefined>
const given: Given = { number: (name, usual) => Number(words[name] ?? usual), has: (name) => words[name] === true }
console.log(JSON.stringify(await run(given), null, 2))
