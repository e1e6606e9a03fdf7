// Three PostgreSQLs that Patroni looks after by an etcd, on this machine, from the files of deploy/patroni/: only names, addresses, folders
// and passwords differ. Each Patroni reaches etcd through a relay of its own, which can be cut.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#database/embedded.ts'
import { chooseHome } from '#database/embedded-home.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { openRelay, type Relay } from './relay.ts'

/** How a primary loses its place. `kill`: its machine dies. `freeze`: it hangs, and comes back. `cut`: it cannot reach etcd. */
export const strikes = ['switchover', 'kill', 'freeze', 'cut'] as const
export type Strike = (typeof strikes)[number]

export type PatroniCluster = {
  /** Names all hosts, as the user of docs/operations.md. */
  url: string
  /** Of each host, as the superuser. */
  hosts: { name: string; url: string }[]
  leader(): Promise<string>
  /** Takes the primary away and resolves with the new one's name. */
  strike(how: Strike): Promise<string>
  /** Undoes it: resolves when all three run again and a standby is synchronous. */
  mend(): Promise<void>
  /** The folder of a host's cluster, for a backup. */
  clusterOf(name: string): string
  log: string
  close(): Promise<void>
}

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }
type Host = {
  name: string
  port: number
  api: number
  data: string
  config: string
  relay: Relay
  patroni?: ChildProcess
}

const BINARIES = '/usr/lib/postgresql/15/bin'
const shipped = (name: string) => readFileSync(new URL(`../../deploy/patroni/${name}`, import.meta.url), 'utf8')

export async function openPatroniCluster(
  change: (config: string, name: string) => string = (config) => config,
): Promise<PatroniCluster> {
  const folder = temporaryFolder()
  execFileSync('chmod', ['755', folder])
  // PostgreSQL refuses to run as root.
  const { owner } = await chooseHome(folder)
  const make = (...path: string[]) => {
    const made = join(folder, ...path)
    mkdirSync(made, { recursive: true, mode: 0o700 })
    if (owner.uid !== undefined) chownSync(made, owner.uid, owner.gid ?? 0)
    return made
  }
  const log = createWriteStream(join(folder, 'patroni.log'))
  const children = new Set<ChildProcess>()
  const run = (program: string, words: string[]) => {
    const child = spawn(program, words, {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => log.write(chunk))
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  const [client, peer] = [await freePort(), await freePort()]
  const etcdFile = join(folder, 'etcd.yml')
  writeFileSync(
    etcdFile,
    shipped('etcd.yml')
      .replace(/,http:\/\/127\.0\.0\.1:2379/, '')
      .replace(/one=http.*/, `one=http://127.0.0.1:${peer}`)
      .replaceAll('10.0.0.11:2379', `127.0.0.1:${client}`)
      .replaceAll('10.0.0.11:2380', `127.0.0.1:${peer}`)
      .replace('/var/lib/etcd/townbell', make('etcd')),
  )
  const etcd = run('etcd', ['--config-file', etcdFile])
  const hosts: Host[] = []
  for (const name of ['one', 'two', 'three'])
    hosts.push({
      name,
      port: await freePort(),
      api: await freePort(),
      data: make(name),
      config: join(folder, `${name}.yml`),
      relay: await openRelay(client),
    })
  for (const host of hosts) {
    const config = shipped('patroni.yml')
      .replace(/^name: one$/m, `name: ${host.name}`)
      .replace(
        /hosts: .*2379$/m,
        `hosts: 127.0.0.1:${host.relay.port}\n  # Otherwise it asks etcd for its address, and goes around the relay.\n  use_proxies: true`,
      )
      .replaceAll('10.0.0.11:8008', `127.0.0.1:${host.api}`)
      .replaceAll('10.0.0.11:5432', `127.0.0.1:${host.port}`)
      .replaceAll('10.0.0.0/24', '127.0.0.1/32')
      .replaceAll('/var/lib/postgresql/15/townbell', join(host.data, 'cluster'))
      .replace('/var/lib/postgresql/patroni.pgpass', join(host.data, 'pgpass'))
      .replace('/var/run/postgresql', host.data)
      .replace('/usr/lib/postgresql/15/bin', BINARIES)
      .replace('mode: automatic', 'mode: "off"')
    writeFileSync(host.config, change(config, host.name))
  }
  const start = (host: Host) => {
    host.patroni = run('/usr/bin/patroni', [host.config])
  }
  let undo: (() => void) | undefined
  const cluster: PatroniCluster = {
    url: `postgres://townbell:secret@${hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')}/townbell?target_session_attrs=read-write`,
    hosts: hosts.map(({ name, port }) => ({ name, url: `postgres://postgres:change-me@127.0.0.1:${port}/postgres` })),
    clusterOf: (name) => join(hostNamed(name).data, 'cluster'),
    log: join(folder, 'patroni.log'),
    leader: async () => (await leaderAmong(await members())) ?? '',
    async strike(how) {
      const before = await cluster.leader()
      const host = hostNamed(before)
      if (how === 'switchover') await post(host, 'switchover', { leader: before })
      if (how === 'kill') {
        signal(host, 'SIGKILL')
        undo = () => start(host)
      }
      if (how === 'freeze') {
        signal(host, 'SIGSTOP')
        undo = () => signal(host, 'SIGCONT')
      }
      if (how === 'cut') {
        host.relay.cut()
        undo = () => host.relay.mend()
      }
      return until(async () => {
        const now = leaderAmong(await members(host.name))
        return now && now !== before ? now : undefined
      }, 'a new primary')
    },
    async mend() {
      undo?.()
      undo = undefined
      await until(async () => (isWhole(await members()) ? true : undefined), 'three members')
    },
    async close() {
      undo?.()
      for (const host of hosts) signal(host, 'SIGKILL')
      etcd.kill('SIGKILL')
      await Promise.all([...children].map((child) => once(child, 'exit')))
      for (const { relay } of hosts) relay.close()
      log.end()
    },
  }
  // A run that fails half-way leaves nothing running.
  process.once('exit', () => {
    for (const host of hosts) signal(host, 'SIGKILL')
    etcd.kill('SIGKILL')
  })
  try {
    await until(async () => {
      // Until its members have agreed on a version it says 3.0, and Patroni would speak that.
      const answer = await fetch(`http://127.0.0.1:${client}/version`)
      return /"etcdcluster":"3\.[4-9]/.test(await answer.text()) || undefined
    }, 'etcd')
    for (const host of hosts) start(host)
    await cluster.mend()
    await asSuperuser(await primaryUrl())
    for (const host of cluster.hosts) await until(() => hasDatabase(host.url), `the database on ${host.name}`)
  } catch (error) {
    await cluster.close()
    throw new Error(`${(error as Error).message}\n${readFileSync(cluster.log, 'utf8').slice(-4_000)}`)
  }
  return cluster

  function hostNamed(name: string): Host {
    const host = hosts.find((one) => one.name === name)
    if (!host) throw new Error(`no host is named ${name}`)
    return host
  }

  async function primaryUrl(): Promise<string> {
    const name = await cluster.leader()
    return cluster.hosts.find((host) => host.name === name)?.url ?? ''
  }

  /** As any of the others sees them. */
  async function members(except?: string): Promise<Member[]> {
    for (const { name, api } of hosts) {
      if (name === except) continue
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(3_000) }).catch(
        () => undefined,
      )
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
}

const leaderAmong = (members: Member[]) =>
  members.find(({ role, state }) => role === 'leader' && state === 'running')?.name

function isWhole(members: Member[]): boolean {
  const timelines = new Set(members.map(({ timeline }) => timeline))
  return (
    members.length === 3 &&
    timelines.size === 1 &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    members.some(({ role }) => role === 'leader') &&
    members.some(({ role }) => role === 'sync_standby')
  )
}

async function post({ api }: Host, path: string, body: object): Promise<void> {
  const authorization = `Basic ${Buffer.from('patroni:change-me-too').toString('base64')}`
  const options = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) }
  const answer = await fetch(`http://127.0.0.1:${api}/${path}`, options)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** Patroni, PostgreSQL and each of its processes, as if their machine stopped. */
function signal({ patroni, data }: Host, what: NodeJS.Signals): void {
  const file = join(data, 'cluster', 'postmaster.pid')
  const noted = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  // A file that a kill left may name somebody else's process by now.
  const isOurs = existsSync(`/proc/${noted}/cmdline`) && readFileSync(`/proc/${noted}/cmdline`, 'utf8').includes(data)
  const postmaster = isOurs ? noted : undefined
  const all = [
    patroni?.pid,
    postmaster,
    ...(postmaster ? childrenOf(postmaster) : []),
    ...(patroni?.pid ? childrenOf(patroni.pid) : []),
  ]
  for (const pid of all) {
    try {
      if (pid) process.kill(pid, what)
    } catch {
      // It ended.
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

async function until<T>(what: () => Promise<T | undefined>, name: string): Promise<T> {
  for (const end = Date.now() + 180_000; ; await sleep(200)) {
    const found = await what().catch(() => undefined)
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`waited three minutes for ${name} in vain`)
  }
}

/** Makes the user and database of docs/operations.md. */
async function asSuperuser(url: string): Promise<void> {
  const documented = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, commands = ''] = /```sql\n(create role townbell[^`]*)```/.exec(documented) ?? []
  const client = new pg.Client(url)
  await client.connect()
  // Each by itself, because a database cannot be created in a transaction.
  for (const command of commands.split(';').filter((each) => each.trim())) await client.query(command)
  await client.end()
}

async function hasDatabase(url: string): Promise<true | undefined> {
  const client = new pg.Client(url)
  await client.connect()
  const { rowCount } = await client.query("select from pg_database where datname = 'townbell'")
  await client.end()
  return rowCount === 1 || undefined
}
