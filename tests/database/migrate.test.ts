// Migrates an empty database and one version to the next, and refuses what no released version made.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type pg from 'pg'
import { migrate, migrateQueue, migrateWithin, pendingMigrations, readJournal } from '#database/migrate.ts'
import { BASELINE, readMigrations, readUpgradePath } from '#database/schema-files.ts'
import { inTransaction } from '#database/scope.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { readCatalogueByName } from '../../scripts/schema-catalogue.ts'

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

/** As the first release left it. */
async function withFirstRelease(use: (pool: pg.Pool) => Promise<void>): Promise<void> {
  await withDatabase(true, async ({ pool }) => {
    await migrateQueue(pool)
    await inTransaction(pool, (client) => migrateWithin(client, readUpgradePath().slice(0, 1)))
    await use(pool)
  })
}

test('the migrations since the first release make of its database what a new one gets', async () => {
  await withFirstRelease(async (pool) => {
    const shipped = readMigrations().map(({ name }) => name)
    assert.deepEqual(await migrate(pool), shipped)
    assert.ok(
      shipped.length === 0 || packageJson.version !== BASELINE,
      'Raise the version in package.json: 0.1.0 is frozen.',
    )
    const upgraded = await readCatalogueByName(pool)
    await withDatabase(false, async (fresh) => assert.deepEqual(upgraded, await readCatalogueByName(fresh.pool)))
  })
})

test('several migrations are applied to the first release all or none, and functions in them are checked', async () => {
  await withFirstRelease(async (pool) => {
    const broken = {
      name: '9999_z_broken.sql',
      sql: `create function private.broken() returns int language sql set search_path to '' as 'select colour from public.events'`,
      checksum: 'x',
    }
    const before = [await journalNames(pool), await relationsOf(pool)]
    await assert.rejects(
      migrate(pool, [...readMigrations(), tomorrow, broken]),
      /9999_z_broken.sql failed: column "colour"/,
    )
    assert.deepEqual([await journalNames(pool), await relationsOf(pool)], before)
    const lacking = [...readMigrations(), tomorrow]
    assert.deepEqual(
      await migrate(pool, lacking),
      lacking.map(({ name }) => name),
    )
  })
})

test('a database of an unreleased version is refused with one sentence, and nothing in it changes', async () => {
  await withDatabase(true, async (database) => {
    const { pool } = database
    // As one of the versions before the first release left it: a journal with names that no released version has.
    for (const name of ['baseline', '0170_imports_asked_less.sql', 'unreleased 000000000000']) {
      await pool.query(`
        drop schema if exists townbell cascade; create schema townbell;
        create table townbell.migrations (name text primary key, checksum text not null, applied_at timestamptz default now());
        insert into townbell.migrations values ('${name}', 'x')`)
      const before = await relationsOf(pool)
      await assert.rejects(migrate(pool), /made by an unreleased version of Townbell, which still opens it and exports/)
      assert.deepEqual(await journalNames(pool), [name])
      assert.deepEqual(await relationsOf(pool), before)
    }
  })
})

/** Lists every relation with its file, which changes when it is rewritten. */
async function relationsOf(pool: pg.Pool): Promise<unknown[]> {
  return (await pool.query('select oid::int, relname, relfilenode::int from pg_class order by oid')).rows
}
