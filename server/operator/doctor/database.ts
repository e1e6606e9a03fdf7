// Checks the database: version, migrations, roles and clock.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { canBeReached, isDemo, wayOut } from '#database/demo.ts'
import { runningUrl } from '#database/embedded-running.ts'
import { primaryOf } from '#database/hosts.ts'
import { readJournal, refuseUnreleased } from '#database/migrate.ts'
import { missingSettings } from '#database/pool.ts'
import { BASELINE, readMigrations } from '#database/schema-files.ts'
import { seconds } from '#domain/durations.ts'
import type { Config } from '#runtime/config.ts'
import { isDataFolderLocked } from '#runtime/data-folder.ts'
import { type Finding, type Findings, findings } from './finding.ts'
import { checkArchive, checkConnections, checkHosts, checkVersion } from './server.ts'
import { checkTables } from './tables.ts'
import { checkWork } from './work.ts'

/** Returns an open connection, or undefined while the database of this data folder does not run. */
export async function databaseClient(config: Config): Promise<pg.Client | undefined> {
  const url = config.databaseUrl ?? (await ownUrl(config))
  if (url === undefined) return undefined
  const client = newClient(await primaryOf(url))
  await client.connect()
  return client
}

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const found = findings('database')
  const url = config.databaseUrl ?? (await ownUrl(config))
  if (url === undefined) {
    found.unchecked("Townbell isn't running in this data folder, so its database isn't either.")
    return found.all
  }
  const client = newClient(await primaryOf(url))
  try {
    await client.connect()
  } catch (error) {
    found.bad(
      `The database cannot be reached (${(error as { code?: string }).code ?? (error as Error).message}).`,
      'Check that it runs, and DATABASE_URL.',
    )
    return found.all
  }
  try {
    await checkServer(client, found, config.databaseUrl === undefined)
    if (config.databaseUrl) {
      await checkUser(client, found)
      await checkHosts(config.databaseUrl, found)
      await checkConnections(config.databaseUrl, found)
      await checkArchive(client, found)
    }
    if (config.databasePooledUrl) await checkPooler(config.databasePooledUrl, found)
    for (const replica of config.databaseReplicaUrls) await checkReplica(replica, client, found)
    if (await checkMigrations(client, found)) {
      await checkDemo(client, config, found)
      return [...found.all, ...(await checkTables(client, config.keep)), ...(await checkWork(client, config))]
    }
  } catch (error) {
    found.bad(`The database gave an unexpected answer (${(error as Error).message}).`, 'Look at its log.')
  } finally {
    await client.end().catch(() => {})
  }
  return found.all
}

function newClient(url: string, limit: pg.ClientConfig = { statement_timeout: seconds(10) }): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'townbell doctor',
    connectionTimeoutMillis: seconds(5),
    ...limit,
  })
  client.on('error', () => {})
  return client
}

async function checkUser(client: pg.Client, found: Findings): Promise<void> {
  const { rows } = await client.query(
    'select rolsuper or rolbypassrls as is_above from pg_roles where rolname = current_user',
  )
  if (rows[0].is_above)
    found.warn(
      'Its user is a superuser, or rows have no rules for it.',
      'Where other databases share the server, give Townbell a user of its own: docs/operations.md, "Your own PostgreSQL".',
    )
}

/** A pooler takes no limits with a connection, so ours only stops waiting. */
async function checkPooler(url: string, found: Findings): Promise<void> {
  const client = newClient(url, { query_timeout: seconds(10) })
  try {
    await client.connect()
    const missing = await missingSettings(client)
    const todo = `Run: ${missing.join('; ')}; and restart the pooler.`
    if (missing.length === 0) found.ok('The pooler answers, and its user has the settings.')
    else if (missing[0]?.includes('timezone')) found.bad('Connections of the pooler are not in UTC.', todo)
    else found.warn("The pooler's user lacks settings.", todo)
  } catch (error) {
    const reason = (error as { code?: string }).code ?? (error as Error).message
    found.bad(`The pooler cannot be reached (${reason}).`, 'Check that it runs, and DATABASE_POOLED_URL.')
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkReplica(url: string, primary: pg.Client, found: Findings): Promise<void> {
  const { host } = new URL(url)
  const client = newClient(url)
  try {
    const { rows: wanted } = await primary.query('select pg_current_wal_lsn()::text as position')
    await client.connect()
    const { rows } = await client.query(replicaQuery, [wanted[0].position])
    const { is_standby, missing } = rows[0]
    if (!is_standby) found.bad(`The replica ${host} is none: it accepts writes.`, 'Correct DATABASE_REPLICA_URLS.')
    else if (missing > REPLICA_BEHIND) found.warn(`The replica ${host} is behind.`, 'Check its network and its load.')
    else found.ok(`The replica ${host} follows.`)
  } catch (error) {
    const reason = (error as { code?: string }).code ?? (error as Error).message
    found.bad(`The replica ${host} cannot be reached (${reason}).`, 'Guests read from the primary until it is back.')
  } finally {
    await client.end().catch(() => {})
  }
}

/** In bytes of the log: what a second or two of a busy town writes. */
const REPLICA_BEHIND = 16 * 1024 * 1024

const replicaQuery = `
  select pg_is_in_recovery() as is_standby, ($1::pg_lsn - pg_last_wal_replay_lsn())::float8 as missing`

async function ownUrl({ dataFolder, postgresPassword }: Config): Promise<string | undefined> {
  const isRunning = existsSync(join(dataFolder, 'lock')) && isDataFolderLocked(dataFolder)
  return isRunning ? runningUrl(dataFolder, postgresPassword) : undefined
}

async function checkDemo(client: pg.Client, config: Config, found: Findings): Promise<void> {
  if (!(await isDemo(client))) return
  if (canBeReached(config)) found.bad('It is the demo town.', wayOut(config))
  else found.ok('It is the demo town. Townbell starts on it only where nobody else can reach it.')
}

async function checkServer(client: pg.Client, found: Findings, isEmbedded: boolean): Promise<void> {
  const asked = Date.now()
  const { rows } = await client.query(serverQuery)
  const folder = isEmbedded ? (await client.query(programs)).rows[0].folder : null
  const offset = Math.abs(new Date(rows[0].now).getTime() - (asked + Date.now()) / 2)
  const { is_standby, is_local, is_encrypted, used, most } = rows[0]
  checkVersion({ ...rows[0], folder }, found, new Date(asked))
  if (is_standby) found.bad('It is a standby, which does not accept writes.', 'Point DATABASE_URL at the primary.')
  if (!is_local && !is_encrypted)
    found.warn('The connection to it is not encrypted.', 'Add ?sslmode=verify-full to DATABASE_URL.')
  if (used > 0.8 * most)
    found.warn(`${used} of ${most} connections are in use.`, 'Lower DATABASE_CONNECTIONS, or raise max_connections.')
  if (offset > seconds(30))
    found.bad(clock(offset), 'Run a time service on both machines: sending and tokens depend on it.')
  else if (offset > seconds(2)) found.warn(clock(offset), 'Run a time service on both machines.')
  else found.ok('Its clock and ours agree.')
  const { rows: late } = await client.query(lateReplicas)
  for (const { name, lag } of late)
    found.warn(`The replica ${name} is ${lag} seconds behind.`, 'Check its network and its load.')
  const { rows: roles } = await client.query(missingRoles)
  if (roles.length > 0)
    found.bad(
      `Its user cannot become ${roles.map(({ name }) => name).join(', ')}.`,
      'Run townbell migrate; if it says so too, grant them as an administrator.',
    )
}

const clock = (offset: number) => `Its clock and ours are ${(offset / 1000).toFixed(1)} seconds apart.`

/** Returns whether our tables are up to date. */
async function checkMigrations(client: pg.Client, found: Findings): Promise<boolean> {
  const journal = await readJournal(client)
  if (journal.length === 0) {
    found.bad('It has no tables yet.', 'Run townbell migrate.')
    return false
  }
  try {
    refuseUnreleased(journal, 'database')
  } catch (error) {
    found.bad((error as Error).message, 'Export from that version, and start this one on an empty database.')
    return false
  }
  const applied = new Map(journal.map(({ name, checksum }) => [name, checksum]))
  const ours = readMigrations()
  const known = [BASELINE, ...ours.map(({ name }) => name)]
  const pending = known.filter((name) => !applied.has(name))
  const edited = ours.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  const newer = applied.size - (known.length - pending.length)
  if (edited) found.bad(`The migration ${edited.name} is not the one that was applied.`, 'Put the original file back.')
  else if (pending.length > 0) found.bad(`Not applied yet: ${pending.join(', ')}.`, 'Run townbell migrate.')
  else if (newer > 0) found.warn('It was migrated by a newer Townbell.', 'Upgrade this program soon.')
  else found.ok('Its migrations are current.')
  return pending.length === 0
}

const serverQuery = `
  select current_setting('server_version_num')::int as version, pg_is_in_recovery() as is_standby,
    coalesce(host(inet_server_addr()), '127.0.0.1') in (host(inet_client_addr()), '127.0.0.1', '::1') as is_local,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
    (select sum(numbackends)::int from pg_stat_database) as used,
    current_setting('max_connections')::int as most,
    pg_size_pretty(pg_database_size(current_database())) as size, clock_timestamp() as now`

/** Only a superuser may ask, which the user of the embedded one is. */
const programs = `select setting as folder from pg_config where name = 'BINDIR'`

/** Empty for users who may not see replication. */
const lateReplicas = `
  select application_name as name, extract(epoch from replay_lag)::int as lag
  from pg_stat_replication where replay_lag > interval '1 minute'`

const missingRoles = `
  select wanted as name from unnest(array['anon', 'authenticated', 'service_role']) as wanted
  where not exists (select from pg_roles where rolname = wanted)
    or not pg_has_role(current_user, (select oid from pg_roles where rolname = wanted),
      case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)`
