// Writes database/schema.sql, database/rows.ts and docs/api.md from the catalogue of a fresh database, so that a change of the
// schema is reviewed as one. `--check` writes nothing and fails when the files are behind database/schema. `--release`, once, for the
// first release, also writes the baseline that every later migration starts from.
import { readFileSync, writeFileSync } from 'node:fs'
import { readBaseline } from '#database/schema-files.ts'
import { readApiSchema } from '#server/api-docs/read-schema.ts'
import { testDatabase } from '#testing/database.ts'
import { apiGuide } from './api-guide.ts'
import { readCatalogue } from './schema-catalogue.ts'
import { rowTypes } from './schema-rows.ts'
import { schemaSql } from './schema-sql.ts'

const database = await testDatabase({ max: 1 })
const [catalogue, api] = await read().finally(() => database.close())

const files = {
  'database/schema.sql': schemaSql(catalogue),
  'database/rows.ts': rowTypes(catalogue),
  'docs/api.md': apiGuide(api),
  ...(process.argv.includes('--release') && { 'database/released-baseline.sql': readBaseline().sql }),
}
for (const [name, content] of Object.entries(files)) {
  const path = new URL(`../${name}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    writeFileSync(path, content)
    console.log(`Wrote ${name}.`)
  } else if (written(path) !== content) {
    console.error(`${name} is not what database/schema makes. Run: node scripts/schema.ts, and commit the result.`)
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

async function read() {
  return [await readCatalogue(database.pool), await readApiSchema(database.pool)] as const
}
