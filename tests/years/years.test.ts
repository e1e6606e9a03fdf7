// The small version of run.ts: a leap day and both changes of clocks, each with its neighbors, by every different clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulate, yearsDatabase } from './simulate.ts'
import { faults } from './tally.ts'

for (const [first, last] of [
  ['2028-02-28', '2028-03-01'],
  ['2028-03-11', '2028-03-13'],
  ['2028-11-04', '2028-11-06'],
] as const) {
  test(`from ${first} to ${last} every event is told once, in its minute, on its day or the evening before, and no text comes in the night`, async (t) => {
    const database = await yearsDatabase()
    t.after(() => database.close())
    const { counts, problems } = await simulate(database.pool, { first, last, few: true })
    console.log(JSON.stringify(counts))
    assert.deepEqual(problems, [])
    for (const fault of faults) assert.equal(counts[fault], 0)
    // Something of each kind has happened, or it would prove nothing.
    for (const kind of ['mailings', 'sent', 'lapsed', 'texts', 'evenings', 'pairs'] as const)
      assert.ok(counts[kind] > 0, kind)
  })
}
