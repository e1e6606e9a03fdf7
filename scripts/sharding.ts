// `npm run sharding` lists what would have to change before calendars could be spread over several PostgreSQLs, and counts it by engine.
import { testDatabase } from '#testing/database.ts'
import { engines, findBlockers } from './sharding-blockers.ts'

const database = await testDatabase({ max: 1 })
const found = await findBlockers(database.pool)
await database.close()

for (const [what, blockers] of Object.entries(found)) {
  console.log(`\n${blockers.length} ${what}`)
  for (const { name, of } of blockers) console.log(`  ${name}${of ? ` (${of})` : ''}`)
}
for (const [engine, minds] of Object.entries(engines)) {
  console.log(`\nIn the way of ${engine}:`)
  for (const what of minds) console.log(`  ${String(found[what]?.length).padStart(3)} ${what}`)
}
