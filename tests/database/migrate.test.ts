// Migrates an empty database, one with the numbered migrations from before the baseline, and one version to the next.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type pg from 'pg'
import { migrate, migrateQueue, migrateWithin, pendingMigrations, readJournal } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import { BASELINE, readMigrations, readUpgradePath } from '#database/schema-files.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { OLD_LAST, oldJournal, writeOldJournal } from '#testing/old-journal.ts'
import { type Catalogue, readCatalogue } from '../../scripts/schema-catalogue.ts'

async function withDatabase(empty: boolean, use: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await testDatabase({ max: 3, empty })
  await use(database).finally(() => database.close())
}

const tomorrowSql = 'create table private.tomorrow (id uuid primary key)'
const tomorrow = {
  name: '9999_tomorrow.sql',
  sql: tomorrowSql,
  checksum: createHash('sha256').update(tomorrowSql).digest('hex'),
}

const journalNames = async (pool: pg.Pool) => {
  const client = await pool.connect()
  return (await readJournal(client).finally(() => client.release())).map(({ name }) => name)
}

test('an empty database gets the baseline, which counts for all migrations of this version', async () => {
  await withDatabase(true, async ({ pool }) => {
    assert.deepEqual(await migrate(pool), [BASELINE])
    const shipped = readMigrations().map(({ name }) => name)
    assert.deepEqual((await journalNames(pool)).sort(), [BASELINE, ...shipped].sort())
    assert.deepEqual(await pendingMigrations(pool), [])
    assert.deepEqual(await migrate(pool), [], 'a second time changes nothing')
    assert.deepEqual(await migrate(pool, [...readMigrations(), tomorrow]), [tomorrow.name])
    await assert.rejects(migrate(pool, [{ ...tomorrow, checksum: 'another' }]), /was edited after it was applied/)
  })
})

test('a database at the last numbered migration is adopted: only its journal changes', async () => {
  await withDatabase(false, async (database) => {
    const { pool } = database
    await pool.query(`insert into auth.users (email, encrypted_password) values ('ann@example.org', 'hash')`)
    await writeOldJournal(pool)
    const before = await catalogueOf(database)
    assert.deepEqual(await pendingMigrations(pool), [BASELINE, ...readMigrations().map(({ name }) => name)])
    assert.deepEqual(
      await migrate(pool),
      readMigrations().map(({ name }) => name),
    )
    assert.deepEqual(await pendingMigrations(pool), [])
    assert.ok(!(await journalNames(pool)).includes(OLD_LAST))
    assert.deepEqual(await catalogueOf(database), before)
    assert.equal((await pool.query('select email from public.profiles')).rows[0].email, 'ann@example.org')
    assert.deepEqual(await migrate(pool), [])
  })
})

test('a database at an earlier numbered migration is refused with a fix, and is unchanged', async () => {
  await withDatabase(false, async ({ pool }) => {
    const older = oldJournal().slice(0, -1)
    for (const rows of [older, [...older.slice(1), ...oldJournal().slice(-1)]]) {
      await writeOldJournal(pool, rows)
      await assert.rejects(migrate(pool), /cannot upgrade: open it once with the last Townbell that has 0170_imports/)
      assert.deepEqual(
        await journalNames(pool),
        rows.map(({ name }) => name),
      )
    }
  })
})

// Until the first release the path starts with today's baseline. A migration must then change nothing in a database that has
// it all (add column if not exists). From the first release on (npm run schema -- --release), this is the whole proof.
test('the baseline equals the sum of the migrations', async () => {
  await withDatabase(true, async (upgraded) => {
    await migrateQueue(upgraded.pool)
    const client = await upgraded.pool.connect()
    await client.query('begin')
    await migrateWithin(client, readUpgradePath())
    await client.query('commit')
    client.release()
    await withDatabase(false, async (fresh) => {
      assert.deepEqual(
        await catalogueOf(upgraded),
        await catalogueOf(fresh),
        'Bring database/schema and database/migrations together: database/README.md says how.',
      )
    })
  })
})

/** Read on a connection of its own, because reading changes its search path. Without the order of columns. */
async function catalogueOf({ url }: TestDatabase): Promise<Catalogue> {
  const pool = createPool({ url, max: 1 })
  const catalogue = await readCatalogue(pool).finally(() => pool.end())
  for (const table of catalogue.tables) {
    table.columns.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const { columns } of table.grants) columns?.sort()
  }
  return catalogue
}
