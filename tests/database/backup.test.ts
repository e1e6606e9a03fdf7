// Tests backup and restore without the commands: other versions, foreign tables in the database, failures in the middle.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { backUp } from '#database/backup/backup.ts'
import { verify } from '#database/backup/read-archive.ts'
import { restore } from '#database/backup/restore.ts'
import { migrate, pendingMigrations } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import { readUpgradePath } from '#database/schema-files.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { type Catalogue, readCatalogueByName } from '../../scripts/schema-catalogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'townbell-backup-'))
after(() => rmSync(folder, { recursive: true }))

const secrets = {
  jwtSecret: 'j'.repeat(32),
  linkSecret: 'l'.repeat(32),
  publishableKey: `sb_publishable_${'p'.repeat(21)}`,
  vapid: { publicKey: 'public', privateKey: 'private' },
}

async function backupOf({ url }: TestDatabase) {
  const path = join(folder, `${randomUUID()}.tar`)
  const handle = await open(path, 'wx')
  const client = new pg.Client(url)
  await client.connect()
  try {
    const sink = async (bytes: Buffer) => handle.writeFile(bytes)
    return { path, ...(await backUp({ client, secrets, sink, townbell: '0.1.0', now: new Date() })) }
  } finally {
    await client.end()
    await handle.close()
  }
}

async function restoreInto({ pool }: TestDatabase, path: string, replace = false, beforeCommit = async () => {}) {
  const file = await open(path)
  try {
    const { manifest } = await verify(file)
    await restore({ pool, file, manifest, replace, beforeCommit })
  } finally {
    await file.close()
  }
}

async function withDatabases<T>(count: number, use: (...databases: TestDatabase[]) => Promise<T>): Promise<T> {
  const databases = await Promise.all(Array.from({ length: count }, () => testDatabase({ max: 3, empty: true })))
  return use(...databases).finally(() => Promise.all(databases.map((database) => database.close())))
}

/** Uses one connection, because reading the catalogue changes its search path. */
async function schemaOf({ url }: TestDatabase): Promise<Catalogue> {
  const pool = createPool({ url, max: 1 })
  return readCatalogueByName(pool).finally(() => pool.end())
}

const addPerson = (pool: pg.Pool, email: string) =>
  pool.query(`insert into auth.users (id, email, encrypted_password) values (gen_random_uuid(), $1, 'hash')`, [email])
const people = async (pool: pg.Pool) =>
  (await pool.query('select email from auth.users order by email')).rows.map(({ email }) => email)

const tomorrow = {
  name: '9999_tomorrow.sql',
  sql: `alter table auth.users add column nickname text; update auth.users set nickname = split_part(email, '@', 1)`,
  checksum: 'of tomorrow',
}

test('a backup of an older version is restored and then migrated', async () => {
  await withDatabases(2, async (old, empty) => {
    await migrate(old.pool)
    await addPerson(old.pool, 'ann@example.org')
    const { path } = await backupOf(old)
    const file = await open(path)
    const { manifest } = await verify(file)
    const upgradePath = [...readUpgradePath(), tomorrow]
    const options = { pool: empty.pool, file, manifest, replace: false, upgradePath, beforeCommit: async () => {} }
    await restore(options).finally(() => file.close())
    assert.deepEqual(await people(empty.pool), ['ann@example.org'])
    const { rows: named } = await empty.pool.query('select nickname from auth.users')
    assert.equal(named[0].nickname, 'ann', 'the migration found the rows')
    assert.deepEqual(await pendingMigrations(empty.pool, [tomorrow]), [])
    // Keys and triggers are as a migration leaves them.
    await addPerson(empty.pool, 'bob@example.org')
    const { rows } = await empty.pool.query('select count(*)::int as made from public.profiles')
    assert.equal(rows[0].made, 2)
    const moved = empty.pool.query('update public.profiles set user_id = gen_random_uuid()')
    await assert.rejects(moved, { code: '23503' })
    await migrate(old.pool, [tomorrow])
    assert.deepEqual(await schemaOf(empty), await schemaOf(old))
  })
})

test('a backup of an unreleased version is refused, and so is backing up its database', async () => {
  await withDatabases(2, async (old, empty) => {
    await migrate(old.pool)
    const { path } = await backupOf(old)
    const file = await open(path)
    const { manifest } = await verify(file)
    const migrations = [{ name: 'baseline', checksum: 'x' }]
    const options = { pool: empty.pool, file, manifest: { ...manifest, migrations }, replace: false }
    const refusal = restore({ ...options, beforeCommit: async () => {} }).finally(() => file.close())
    await assert.rejects(refusal, /This backup was made by an unreleased version of Townbell/)
    await assert.rejects(empty.pool.query('select from townbell.migrations'), { code: '42P01' })
    await old.pool.query('delete from townbell.migrations')
    await old.pool.query(`insert into townbell.migrations (name, checksum) values ('baseline', 'x')`)
    await assert.rejects(backupOf(old), /This database was made by an unreleased version of Townbell/)
  })
})

test('a backup of a newer version, or a database newer than the program, is refused', async () => {
  await withDatabases(2, async (newer, empty) => {
    await migrate(newer.pool)
    const { path } = await backupOf(newer)
    const file = await open(path)
    const { manifest } = await verify(file)
    manifest.migrations.push({ name: '9999_tomorrow.sql', checksum: 'x' })
    const options = { pool: empty.pool, file, manifest, replace: false, beforeCommit: async () => {} }
    await assert.rejects(restore(options), /newer than this Townbell \(it has 9999_tomorrow.sql\)/)
    await file.close()
    await newer.pool.query(`insert into townbell.migrations (name, checksum) values ('9999_tomorrow.sql', 'x')`)
    await assert.rejects(backupOf(newer), /newer than this Townbell/)
    await assert.rejects(backupOf(empty), /nothing to back up/)
  })
})

test('a restore that fails at its last step changes nothing', async () => {
  await withDatabases(2, async (source, target) => {
    await migrate(source.pool)
    await addPerson(source.pool, 'new@example.org')
    const { path } = await backupOf(source)
    await migrate(target.pool)
    await addPerson(target.pool, 'old@example.org')
    await assert.rejects(restoreInto(target, path), /not empty/)
    const failing = async () => {
      throw new Error('the power went')
    }
    await assert.rejects(restoreInto(target, path, true, failing), /the power went/)
    assert.deepEqual(await people(target.pool), ['old@example.org'])
    await target.pool.query(`select graphile_worker.add_job('send-letter')`)
    await restoreInto(target, path, true)
    assert.deepEqual(await people(target.pool), ['new@example.org'])
    const { rows } = await target.pool.query('select count(*)::int as waiting from graphile_worker.jobs')
    assert.equal(rows[0].waiting, 0, 'jobs of the old rows went with them')
  })
})

test('a foreign table is not backed up, and prevents a restore over it', async () => {
  await withDatabases(1, async (database) => {
    await migrate(database.pool)
    await database.pool.query('create table public.recipes (id int)')
    const { path, foreign, manifest } = await backupOf(database)
    assert.deepEqual(foreign, ['public.recipes'])
    assert.ok(!manifest.tables.some(({ name }) => name === 'recipes'))
    await assert.rejects(restoreInto(database, path, true), /not Townbell's \(public.recipes\)/)
  })
})

test('a table larger than the buffer is restored whole, without rows written during the backup', async () => {
  await withDatabases(2, async (source, target) => {
    await migrate(source.pool)
    await source.pool.query(
      `insert into private.caught_messages (kind, recipient, sender, subject, text)
       select 'email', 'ann@example.org', 'bell@town.example', 'Day ' || n, repeat(md5(n::text) || E'\\\\\\n\\t', 800)
       from generate_series(1, 400) n`,
    )
    const client = new pg.Client(source.url)
    await client.connect()
    const path = join(folder, 'large.tar')
    const handle = await open(path, 'wx')
    let meanwhile = false
    const sink = async (bytes: Buffer) => {
      await handle.writeFile(bytes)
      if (meanwhile) return
      meanwhile = true
      await addPerson(source.pool, 'late@example.org')
      await source.pool.query('delete from private.caught_messages where position > 200')
    }
    const { manifest } = await backUp({ client, secrets, sink, townbell: '0.1.0', now: new Date() })
    await client.end()
    await handle.close()
    const messages = manifest.tables.find(({ name }) => name === 'caught_messages')
    assert.equal(messages?.rows, 400)
    assert.ok((messages?.bytes ?? 0) > 2 * 4 * 1024 * 1024, 'it needed several parts')
    await restoreInto(target, path)
    const sum = `select count(*)::int as rows, md5(string_agg(text, '' order by position)) as sum from private.caught_messages where position <= 200`
    assert.deepEqual((await target.pool.query(sum)).rows, (await source.pool.query(sum)).rows)
    assert.deepEqual(await people(target.pool), [])
  })
})
