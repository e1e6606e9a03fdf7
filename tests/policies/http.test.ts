// The same matrix over HTTP, where a hostile client with our public key stands. Only the schema public is served.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Rest } from '#server/rest/rest.ts'
import { type TestDatabase, testDatabase } from '#tests/world/database.ts'
import { attemptOverHttp, openRest } from './attempt-http.ts'
import { matrix, tablesOfMatrix } from './matrix.ts'
import { people, scopeOf } from './people.ts'
import { buildTown } from './town.ts'

let database: TestDatabase
let rest: Rest
before(async () => {
  database = await testDatabase()
  rest = openRest(database.pool)
})
after(async () => {
  await rest.close()
  await database.close()
})

for (const table of tablesOfMatrix.filter((name) => !name.includes('.'))) {
  test(`${table}: each person may do over HTTP what the matrix says`, async () => {
    await buildTown(database.pool)
    const said: string[] = []
    for (const expectation of matrix.filter((one) => one.table === table)) {
      const { person, verb, target } = expectation
      const outcome = await attemptOverHttp(rest, database.pool, expectation)
      if (outcome !== expectation.outcome) {
        said.push(`${person} ${verb} ${target}: expected ${expectation.outcome}, got ${outcome}`)
      }
      if (verb !== 'select' && outcome === 'yes') await buildTown(database.pool)
    }
    assert.deepEqual(said, [])
  })
}

test('no person reaches a table of another schema over HTTP', async () => {
  for (const person of people) {
    for (const name of tablesOfMatrix.filter((name) => name.includes('.'))) {
      const [schema, table] = name.split('.') as [string, string]
      const plain = await rest.handle(new Request(`http://town.example/${table}`), scopeOf(person))
      assert.equal(plain.status, 404, `${person} asks for ${table}`)
      const headers = { 'accept-profile': schema }
      const named = await rest.handle(new Request(`http://town.example/${table}`, { headers }), scopeOf(person))
      assert.equal(named.status, 406, `${person} asks for ${name}`)
    }
  }
})
