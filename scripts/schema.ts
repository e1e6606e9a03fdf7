// Writes database/schema.sql and database/rows.ts from the catalogue of a freshly migrated database, so that a change of
// the schema is reviewed as one. `--check` writes nothing and fails when the files are behind the migrations.
import { readFileSync, writeFileSync } from 'node:fs'
import { testDatabase } from '#testing/database.ts'
import { readCatalogue } from './schema-catalogue.ts'
import { rowTypes } from './schema-rows.ts'
import { schemaSql } from './schema-sql.ts'

const database = await testDatabase({ max: 1 })
const catalogue = await readCatalogue(database.pool).finally(() => database.close())

const files = { 'database/schema.sql': schemaSql(catalogue), 'database/rows.ts': rowTypes(catalogue) }
for (const [name, content] of Object.entries(files)) {
  const path = new URL(`../${name}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    writeFileSync(path, content)
    console.log(`Wrote ${name}.`)
  } else if (written(path) !== content) {
    console.error(`${name} is not what the migrations make. Run: node scripts/schema.ts, and commit the result.`)
    process.exitCode = 1
  }
}

function written(path: URL): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
