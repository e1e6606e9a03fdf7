// Filled clusters, kept between runs in a folder that git ignores: one a size, named by what it was made from. In each, the
// database `filled` is never touched; what is measured is its copy, `townbell`, in the very place where `npm start` looks.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '#database/embedded.ts'
import { migrate, readMigrations } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import type { Month } from '#domain/dates.ts'
import { keepSecrets } from '#runtime/secrets.ts'
import { fill, type SizeName, sizes } from './data.ts'

const KEPT = fileURLToPath(new URL('./.kept', import.meta.url))

export type Kept = { folder: string; month: Month }

/** A data folder whose `townbell` is a fresh copy of the filled one. */
export async function keptTown(size: SizeName, say: (what: string) => void): Promise<Kept> {
  const month = new Date().toISOString().slice(0, 7)
  const name = `${size}-${keyOf(month)}`
  const folder = join(KEPT, name)
  if (!existsSync(join(folder, 'filled'))) await make(size, folder, month, say)
  await withCluster(folder, {}, async (admin) => {
    await admin.query('drop database if exists townbell with (force)')
    await admin.query('create database townbell template filled strategy file_copy')
  })
  // The mark belongs to the copy of last time.
  rmSync(join(folder, 'sending-mark'), { force: true })
  return { folder, month }
}

async function make(size: SizeName, folder: string, month: Month, say: (what: string) => void): Promise<void> {
  mkdirSync(KEPT, { recursive: true })
  // What was made from older migrations is of no use any more, and large.
  for (const old of readdirSync(KEPT)) if (old.startsWith(`${size}-`)) rmSync(join(KEPT, old), { recursive: true })
  mkdirSync(folder)
  say(`filling ${size} for the first time`)
  await withCluster(folder, fastAndLoose, async (admin, url) => {
    await admin.query('create database filled')
    const filled = url.replace(/\/townbell$/, '/filled')
    const pool = createPool({ url: filled, max: 3 })
    await migrate(pool)
    await pool.end()
    await withClient(filled, (client) => fill(client, sizes[size], month, (what) => say(`${size}: ${what}`)))
    await admin.query('checkpoint')
  })
  writeFileSync(join(folder, 'filled'), '')
}

/** Whatever goes wrong while filling, it is filled again. */
const fastAndLoose = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  maintenance_work_mem: '1GB',
  autovacuum: 'off',
}

async function withCluster(
  folder: string,
  settings: Record<string, string>,
  work: (admin: pg.Client, url: string) => Promise<void>,
): Promise<void> {
  const { postgresPassword: password } = keepSecrets(folder)
  const embedded = await startEmbedded({ folder, password, settings })
  try {
    await withClient(embedded.url.replace(/\/townbell$/, '/postgres'), (admin) => work(admin, embedded.url))
  } finally {
    await embedded.stop()
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function keyOf(month: Month): string {
  const hash = createHash('sha256').update(month)
  hash.update(readFileSync(new URL('./data.ts', import.meta.url)))
  for (const { checksum } of readMigrations()) hash.update(checksum)
  return hash.digest('hex').slice(0, 12)
}
