import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { testDatabase } from '#testing/database.ts'
import { readCatalogue } from '../../scripts/schema-catalogue.ts'
import { rowTypes } from '../../scripts/schema-rows.ts'
import { schemaSql } from '../../scripts/schema-sql.ts'

test('schema.sql and rows.ts are up to date with database/schema', async () => {
  const database = await testDatabase({ max: 1 })
  const catalogue = await readCatalogue(database.pool).finally(() => database.close())
  const written = (name: string) => readFileSync(new URL(`../../database/${name}`, import.meta.url), 'utf8')
  const advice = 'Run: node scripts/schema.ts, and commit the result.'
  assert.ok(written('schema.sql') === schemaSql(catalogue), `database/schema.sql is behind database/schema. ${advice}`)
  assert.ok(written('rows.ts') === rowTypes(catalogue), `database/rows.ts is behind database/schema. ${advice}`)
})
