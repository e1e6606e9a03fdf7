// The full run, printed as counts: node tests/fuzz/run.ts --seed 1 --requests 20000
import { parseArgs } from 'node:util'
import { fuzzing } from './fuzz.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, requests: { type: 'string', default: '20000' } },
})
const report = await fuzzing({ seed: Number(values.seed), requests: Number(values.requests) })
console.log(
  JSON.stringify(
    { ...report, wrong: report.wrong.length, changed: report.changed.length, faults: report.faults.length },
    null,
    2,
  ),
)
const found = [...report.wrong, ...report.changed, ...report.faults]
for (const text of found) console.log(`\n✖ ${text}`)
process.exitCode = found.length > 0 ? 1 : 0
