import assert from 'node:assert/strict'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { isDiskFull, startEmbedded } from '#database/embedded.ts'
import { chooseHome, withLinks } from '#database/embedded-home.ts'
import { smallDisk } from '#testing/small-disk.ts'

const isRoot = process.getuid?.() === 0

test('PostgreSQL runs in a folder that only its owner may enter, as root and as any other user', async () => {
  const home = mkdtempSync(join(tmpdir(), 'a home '))
  chmodSync(home, 0o700)
  const folder = join(home, 'data')
  mkdirSync(folder)
  const embedded = await startEmbedded({ folder, password: 'secret', settings: { shared_buffers: '16MB' } })
  const note = join(folder, 'postgres-location')
  try {
    assert.equal(await answer(embedded.url, 'select 1 + 1 as sum'), 2)
    assert.equal(existsSync(note), isRoot, 'root keeps the cluster where the lent user can reach it, and notes where')
    if (isRoot) assert.notEqual(statSync(join(readFileSync(note, 'utf8'), 'postgres')).uid, 0)
  } finally {
    await embedded.stop()
    if (existsSync(note)) rmSync(readFileSync(note, 'utf8'), { recursive: true })
    rmSync(home, { recursive: true })
  }
})

test('rows survive a restart; a wrong password and a database of another version are refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-embedded-'))
  chmodSync(folder, 0o755)
  const settings = { shared_buffers: '16MB' }
  const first = await startEmbedded({ folder, password: 'secret', settings })
  await answer(first.url, 'create table note (a int)')
  await assert.rejects(answer(first.url.replace('secret', 'guess'), 'select 1'), { code: '28P01' })
  await first.stop()
  const second = await startEmbedded({ folder, password: 'secret', settings })
  assert.equal(await answer(second.url, 'select count(*)::int as n from note'), 0)
  await second.stop()
  assert.ok(!existsSync(join(folder, 'postgres', 'postmaster.pid')))
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n')
  await assert.rejects(
    startEmbedded({ folder, password: 'secret', settings }),
    /made by PostgreSQL 17, and this Townbell brings 18/,
  )
  rmSync(folder, { recursive: true })
})

test('the links of the libraries are made once, because npm installs none, and in a copy where the package cannot be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-package-'))
  chmodSync(folder, 0o755)
  const [native, outside] = [join(folder, 'native'), join(folder, 'service')]
  mkdirSync(join(native, 'lib'), { recursive: true })
  mkdirSync(outside)
  chmodSync(outside, 0o777)
  writeFileSync(join(folder, 'package.json'), '{ "version": "18.4.0" }')
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), '')
  writeFileSync(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  )
  const link = join('lib', 'libpq.so.5')
  // What root installed and a service runs.
  if (isRoot) {
    process.seteuid?.('nobody')
    try {
      assert.throws(() => withLinks(native, join(native, 'no')), /libpq\.so\.5 nor .*no can be written.*npm rebuild/)
      for (let start = 0; start < 2; start++)
        assert.equal(withLinks(native, outside), join(outside, 'postgresql-18.4.0'))
    } finally {
      process.seteuid?.(0)
    }
    assert.equal(readlinkSync(join(outside, 'postgresql-18.4.0', link)), 'libpq.so.5.18')
  }
  for (let start = 0; start < 2; start++) assert.equal(withLinks(native, outside), native)
  assert.equal(readlinkSync(join(native, link)), 'libpq.so.5.18')
  rmSync(folder, { recursive: true })
})

test('what a killed first start left is removed, and does not hinder the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-first-'))
  const cluster = (await chooseHome(folder)).cluster
  const left = [`${cluster}.making/cluster`, `${cluster}.making-abc123/cluster`]
  for (const path of left) mkdirSync(path, { recursive: true })
  await (await startEmbedded({ folder, password: 'secret', settings: { shared_buffers: '16MB' } })).stop()
  for (const path of left) assert.equal(existsSync(path), false, path)
  assert.doesNotMatch(readFileSync(join(folder, 'postgres.log'), 'utf8'), /checkpoint starting/)
  rmSync(folder, { recursive: true })
})

test('a full disk is called that', async (t) => {
  const panic = 'FATAL:  could not write to file "pg_wal/xlogtemp.29": No space left on device'
  assert.equal(isDiskFull(tmpdir(), `LOG:  starting PostgreSQL 18\n${panic}\n`), true)
  assert.equal(isDiskFull(tmpdir(), 'FATAL:  lock file "postmaster.pid" already exists'), false)

  const disk = smallDisk(100)
  if (!disk) return t.skip('this machine may not mount a small disk')
  const start = { folder: disk.folder, password: 'secret', settings: { shared_buffers: '16MB' } }
  const filler = join(disk.folder, 'filler')
  try {
    await (await startEmbedded(start)).stop()
    fill(filler)
    await assert.rejects(
      startEmbedded(start),
      /^Error: The embedded PostgreSQL did not start: the disk is full\. Make room at /,
    )
    rmSync(filler)
    await (await startEmbedded(start)).stop()
    rmSync(join(disk.folder, 'postgres'), { recursive: true })
    fill(filler)
    await assert.rejects(startEmbedded(start), /cannot be set up: the disk is full|ENOSPC/)
  } finally {
    disk.remove()
  }
})

function fill(file: string): void {
  const block = Buffer.alloc(64 * 1024)
  for (;;)
    try {
      appendFileSync(file, block)
    } catch {
      return
    }
}

async function answer(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows[0] && Object.values(rows[0])[0]
  } finally {
    await client.end()
  }
}
