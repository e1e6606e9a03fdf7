// A database of its own for every test file, cloned from one template: milliseconds instead of building the schema.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import { minutes } from '#domain/durations.ts'
import { type Cluster, startCluster } from './cluster.ts'

export type { Cluster }

const TEMPLATE = 'townbell_template'

/** What docs/operations.md asks for: databases belong to it, and it may do nothing to others. */
const OWNER = 'town_owner'

export type TestDatabase = { url: string; pool: pg.Pool; close(): Promise<void> }

/**
 * `npm test` starts one cluster for all files (setup.ts) and hands on its address; a file run alone starts its own. `copyOf` is the name of
 * a database, which loses its connections.
 */
export async function testDatabase({ max = 10, empty = false, copyOf = '' } = {}): Promise<TestDatabase> {
  const shared = process.env.TOWNBELL_TEST_CLUSTER
  const own = shared ? undefined : await prepareCluster()
  const admin = shared ?? (own as Cluster).url
  const name = `test_${randomBytes(6).toString('hex')}`
  if (copyOf) await run(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${copyOf}'`)
  const template = copyOf || TEMPLATE
  await run(admin, `create database ${name} owner ${OWNER}${empty ? '' : ` template ${template}`}`)
  const url = ownerUrl(admin, name)
  const pool = createPool({ url, max, allowExitOnIdle: true, statementTimeoutMs: minutes(2) })
  // A test may share its machine with others, who may stop it for seconds.
  pool.options.connectionTimeoutMillis = minutes(1)
  return {
    url,
    pool,
    async close() {
      await pool.end()
      await run(admin, `drop database ${name} with (force)`)
      await own?.stop()
    },
  }
}

export async function prepareCluster(start = startCluster): Promise<Cluster> {
  const cluster = await start()
  await run(cluster.url, createOwner)
  await run(cluster.url, `create database ${TEMPLATE} owner ${OWNER}`)
  const pool = createPool({ url: ownerUrl(cluster.url, TEMPLATE), max: 2 })
  await migrate(pool)
  await pool.end()
  return cluster
}

/** Tests write rows without triggers and count calls; the program needs neither right. */
const createOwner = `
  create role ${OWNER} login createrole password 'test';
  grant set on parameter session_replication_role, track_functions to ${OWNER}`

function ownerUrl(url: string, name: string): string {
  const at = new URL(url)
  at.username = OWNER
  at.password = 'test'
  at.pathname = `/${name}`
  return at.href
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
