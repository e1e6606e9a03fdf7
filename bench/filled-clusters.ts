// Caches filled clusters between runs in a folder that git ignores (it may be a link): one for each size, named by a hash of
// its data and of the schema. In each, nothing changes the database `filled`; measurements run on its copy, `townbell`, which is
// where `npm start` looks.
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import type { Month } from '#domain/dates.ts'
import { loadOrCreateSecrets } from '#runtime/secrets.ts'
import { fill, recipe, type SizeName, sizes } from './data.ts'

const FOLDER = fileURLToPath(new URL('./.kept', import.meta.url))
const SCHEMA = fileURLToPath(new URL('../database/schema/', import.meta.url))

export type FilledCluster = { folder: string; month: Month }

/** Returns a data folder whose database `townbell` is a fresh copy of the filled one. */
export async function filledCluster(size: SizeName, say: (what: string) => void): Promise<FilledCluster> {
  const month = new Date().toISOString().slice(0, 7)
  const name = `${size}-${keyOf(size, month)}`
  mkdirSync(FOLDER, { recursive: true })
  const folder = join(realpathSync(FOLDER), name)
  if (!existsSync(join(folder, 'filled'))) await make(size, folder, month, say)
  await withCluster(folder, {}, async (admin) => {
    await admin.query('drop database if exists townbell with (force)')
    await admin.query('create database townbell template filled strategy file_copy')
  })
  // The mark belongs to the previous copy.
  rmSync(join(folder, 'sending-mark'), { force: true })
  return { folder, month }
}

async function make(size: SizeName, folder: string, month: Month, say: (what: string) => void): Promise<void> {
  // Data for another month, by an older recipe or in an older schema is useless and large.
  for (const old of readdirSync(FOLDER)) if (old.startsWith(`${size}-`)) rmSync(join(FOLDER, old), { recursive: true })
  mkdirSync(folder)
  say(`filling ${size} for the first time`)
  await withCluster(folder, fastAndLoose, async (admin, url) => {
    await admin.query('create database filled')
    await migrateFilled(filledIn(url))
    await withClient(filledIn(url), (client) => fill(client, sizes[size], month, (what) => say(`${size}: ${what}`)))
    await admin.query('checkpoint')
  })
  writeFileSync(join(folder, 'filled'), '')
}

const filledIn = (url: string) => url.replace(/\/townbell$/, '/filled')

async function migrateFilled(url: string): Promise<void> {
  const pool = createPool({ url, max: 3 })
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
}

/** A crash while filling loses nothing: the cluster is filled again. */
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
  const { postgresPassword: password } = loadOrCreateSecrets(folder)
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

function keyOf(size: SizeName, month: Month): string {
  const hash = createHash('sha256').update(JSON.stringify(recipe(sizes[size], month)))
  for (const file of globSync('*.sql', { cwd: SCHEMA }).sort()) hash.update(readFileSync(SCHEMA + file))
  return hash.digest('hex').slice(0, 12)
}
