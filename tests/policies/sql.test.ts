// Tests the whole matrix in SQL: every table, every kind of person, every verb, own and foreign rows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { attemptInSql } from './attempt-sql.ts'
import { matrix, tablesOfMatrix } from './matrix.ts'
import { rowOf } from './rows.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
  await seedDatabase(database.pool)
})
after(() => database.close())

for (const table of tablesOfMatrix) {
  const expectations = matrix.filter((expectation) => expectation.table === table)

  test(`${table}: each person may do in SQL what the matrix says`, async () => {
    const said: string[] = []
    for (const expectation of expectations) {
      const outcome = await attemptInSql(database.pool, expectation)
      if (outcome !== expectation.outcome) {
        const { person, verb, target } = expectation
        said.push(`${person} ${verb} ${target}: expected ${expectation.outcome}, got ${outcome}`)
      }
    }
    assert.deepEqual(said, [])
  })

  test(`${table}: every row somebody cannot see or change is there`, async () => {
    const hidden = expectations.filter(({ verb, outcome }) => verb !== 'insert' && outcome !== 'yes')
    const rows = new Map(hidden.map((one) => [JSON.stringify(rowOf(table, one.target, one.person).find), one]))
    for (const [find, { target, person }] of rows) {
      const outcome = await attemptInSql(database.pool, { table, verb: 'select', target, person }, 'service')
      assert.equal(outcome, 'yes', `there is a row ${find}`)
    }
  })
}
