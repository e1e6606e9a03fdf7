// Can the time of an answer tell whether an address has an account? Prints medians, AUC and the accuracy of a classifier:
//   node tests/timing/run.ts --pairs 500 [--only sign-in]
import { parseArgs } from 'node:util'
import { timing } from './timing.ts'

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '500' }, only: { type: 'string' } } })
console.log(JSON.stringify(await timing(Number(values.pairs), values.only), null, 2))
