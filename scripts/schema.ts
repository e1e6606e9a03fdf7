// Writes database/rows.ts and docs/api.md from the catalogue of a fresh database. `--check` writes nothing and fails when the
// files are behind database/schema.
import { readFileSync, writeFileSync } from 'node:fs'
import { readApiSchema } from '#server/api-docs/read-schema.ts'
import { testDatabase } from '#testing/database.ts'
import { apiGuide } from './api-guide.ts'
import { readCatalogue } from './schema-catalogue.ts'
import { rowTypes } from './schema-rows.ts'

const database = await testDatabase({ max: 1 })
const [catalogue, api] = await read().finally(() => database.close())

const files = {
  'database/rows.ts': rowTypes(catalogue),
  'docs/api.md': apiGuide(api),
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
