// The full runs, which take minutes, printed as counts:
//   node tests/faults/run.ts --mails 10000 --kills 100          kill -9 at random
//   node tests/faults/run.ts --mails 10000 --kills 100 --term   SIGTERM instead
//   node tests/faults/run.ts --mails 1000 --stops 10            SIGSTOP for three leases, ten workers a round
import { parseArgs } from 'node:util'
import { killing } from './kills.ts'
import { stopping } from './stops.ts'

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '100' },
    stops: { type: 'string' },
    connections: { type: 'string', default: '4' },
    delay: { type: 'string', default: '0' },
    term: { type: 'boolean', default: false },
  },
})
const mails = Number(values.mails)
const report = values.stops
  ? await stopping({ mails, rounds: Number(values.stops), workers: 10, stopMs: 90_000 })
  : await killing({
      mails,
      kills: Number(values.kills),
      connections: Number(values.connections),
      answerDelayMs: Number(values.delay),
      signal: values.term ? 'SIGTERM' : 'SIGKILL',
    })
console.log(JSON.stringify(report, null, 2))
