// Checks the PostgreSQL itself: its version, the hosts that DATABASE_URL names, its standbys and its archive.
import pg from 'pg'
import { describe } from '#database/embedded-home.ts'
import { hostsOf } from '#database/hosts.ts'
import { createPool, missingSettings } from '#database/pool.ts'
import { majorOf, missingReleases, NEWEST_MAJOR, nameOf, OLDEST_MAJOR } from '#database/postgres-versions.ts'
import { seconds } from '#domain/durations.ts'
import type { Findings } from './finding.ts'

/** `folder`: of its programs, where it is the embedded one. */
type Server = { version: number; size: string; folder: string | null }

export function checkVersion({ version, size, folder }: Server, found: Findings, now: Date): void {
  const major = majorOf(version)
  const name = folder === null ? `PostgreSQL ${nameOf(version)}` : describe({ folder, version: nameOf(version) })
  const missing = missingReleases(version, now)
  if (major < OLDEST_MAJOR) found.bad(`It is ${name}.`, `Townbell needs ${OLDEST_MAJOR} to ${NEWEST_MAJOR}.`)
  else if (major > NEWEST_MAJOR)
    found.warn(`It is ${name}.`, `Townbell is tested with ${OLDEST_MAJOR} to ${NEWEST_MAJOR}.`)
  else if (missing > 0)
    found.warn(
      `${name}, ${size}; ${missing} minor ${missing === 1 ? 'release' : 'releases'} with security fixes came out since.`,
      folder === null
        ? `Install the newest ${major}: it keeps the data.`
        : `Install PostgreSQL ${major} from your distribution or postgresql.org: the next start uses it if it is newer.`,
    )
  else found.ok(`${name}, ${size}.`)
}

/** With several hosts a failover is expected: exactly one may accept writes, and what it acknowledges must be on another, too. */
export async function checkHosts(url: string, found: Findings): Promise<void> {
  const urls = hostsOf(url)
  if (urls.length === 1) return
  const hosts = await Promise.all(urls.map(askHost))
  for (const { host, error } of hosts)
    if (error) found.warn(`The host ${host} of DATABASE_URL cannot be reached (${error}).`, 'Check that it runs.')
  const writable = hosts.filter(({ acceptsWrites }) => acceptsWrites)
  if (writable.length > 1)
    found.bad(
      `${writable.map(({ host }) => host).join(' and ')} both accept writes: what people do is split between them.`,
      'Stop the one that was not promoted last, and make it a standby again: docs/operations.md, "Failover".',
    )
  for (const { host, synchronous, commit } of writable) {
    if (synchronous === '')
      found.warn(
        `The standbys of ${host} are asynchronous, so a failover can lose what was just acknowledged.`,
        'Set synchronous_standby_names, or synchronous_mode of Patroni.',
      )
    else if (commit === 'off' || commit === 'local')
      found.warn(
        `${host} acknowledges writes before a standby has them (synchronous_commit is ${commit}).`,
        'Set synchronous_commit to on.',
      )
  }
}

type Host = { host: string; error?: string; acceptsWrites?: boolean; synchronous?: string; commit?: string }

async function askHost(url: string): Promise<Host> {
  const { host } = new URL(url)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: seconds(5),
    query_timeout: seconds(5),
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(hostQuery)
    return { host, ...rows[0] }
  } catch (error) {
    return { host, error: (error as { code?: string }).code ?? (error as Error).message }
  } finally {
    await client.end().catch(() => {})
  }
}

const hostQuery = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "acceptsWrites",
    current_setting('synchronous_standby_names') as synchronous, current_setting('synchronous_commit') as commit`

/** A proxy between may drop what our connections set. */
export async function checkConnections(url: string, found: Findings): Promise<void> {
  const pool = createPool({ url, max: 1, name: 'townbell doctor' })
  try {
    const missing = await missingSettings(pool)
    if (missing.length > 0)
      found.warn('What stands between Townbell and its database drops settings.', `Run: ${missing.join('; ')}`)
  } finally {
    await pool.end()
  }
}

export async function checkArchive(client: pg.ClientBase, found: Findings): Promise<void> {
  const { rows } = await client.query(archiveQuery)
  const [{ is_on, is_failing, minutes }] = rows
  if (!is_on) return
  if (is_failing)
    found.bad(
      'PostgreSQL cannot archive its log, so no moment since can be restored, and the disk fills up.',
      'Look in the log of PostgreSQL for archive_command.',
    )
  else if (minutes === null || minutes > 24 * 60)
    found.warn('PostgreSQL has archived nothing for a day.', 'Set archive_timeout, and check the archive.')
  else found.ok(`PostgreSQL archived its log ${minutes} minutes ago.`)
}

const archiveQuery = `
  select current_setting('archive_mode') <> 'off' and not pg_is_in_recovery() as is_on,
    coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_failing,
    round(extract(epoch from now() - last_archived_time) / 60)::int as minutes
  from pg_stat_archiver`
