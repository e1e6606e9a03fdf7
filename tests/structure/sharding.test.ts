import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { engines, findBlockers } from '../../scripts/sharding-blockers.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 1 })
})
after(() => database.close())

/**
 * What no engine that spreads rows can do, or only at a price. What is missing here has a mechanical way out (keys and statements that
 * gain the calendar), which docs/decisions/sharding.md names.
 */
const most: Record<string, number> = {
  'triggers with transition tables on spread tables': 11,
  'triggers on tables that are not spread': 13,
  'foreign keys between spread tables without the calendar': 9,
  'stored generated columns': 4,
  'indexes other than btree, and exclusion constraints': 3,
  'functions that notify': 2,
  'functions that lock by advisory locks': 3,
  'functions that pass a setting on': 3,
  'files that set claims by set_config': 5,
  'files that listen': 2,
  'files that lock by advisory locks, besides worker and migrations': 2,
  'files that read pg_current_snapshot': 1,
}

test('nothing more than today stands in the way of a distributed PostgreSQL', async () => {
  const found = await findBlockers(database.pool)
  for (const [what, count] of Object.entries(most)) {
    const names = found[what]?.map(({ name, of }) => (of ? `${name} of ${of}` : name)) ?? []
    const todo = `${names.length} ${what} instead of ${count}. Find another way, or raise the number and say why in docs/decisions/sharding.md:`
    assert.ok(names.length <= count, `${todo}\n${names.join('\n')}`)
    assert.ok(names.length === count, `${what}: only ${names.length} are left. Lower the number.`)
  }
  for (const what of Object.values(engines).flat())
    assert.ok(found[what], `an engine minds what is not searched: ${what}`)
})
