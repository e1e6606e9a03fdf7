// DATABASE_URL may name several hosts, as it may for PostgreSQL's own programs:
// postgres://user:password@one:5432,two:5432/townbell?target_session_attrs=read-write
// New connections go to the one that accepts writes, so that a promoted standby is found by itself. With target_session_attrs the only
// host of an address is asked, too: it may be a name or a proxy that leads to a standby for a while.
import pg from 'pg'
import { seconds } from '#domain/durations.ts'
import { outageOf } from './errors.ts'

/** Returns one address per host. */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  const rest = after.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}

export const wantsPrimary = (url: string) => /[?&]target_session_attrs=(read-write|primary)\b/.test(url)

/** What a pool needs to follow the primary: the class of its clients, and what to do with a new one. */
export function followPrimary(urls: string[]) {
  const hostOf = new WeakMap<object, number>()
  let current = 0

  /** Another connection may have gone on meanwhile. */
  function goOn(from: number | undefined): void {
    if (from === current) current = (current + 1) % urls.length
  }

  class PrimaryClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: urls[current] as string })
      hostOf.set(this, current)
    }

    override connect(): Promise<this>
    override connect(done: (error: Error) => void): void
    override connect(done?: (error: Error) => void): Promise<this> | undefined {
      if (!done) return super.connect() as Promise<this>
      super.connect((error: Error) => {
        if (error) goOn(hostOf.get(this))
        done(error)
      })
      return undefined
    }
  }

  return {
    Client: PrimaryClient,
    async onConnect(client: pg.ClientBase): Promise<void> {
      if (await acceptsWrites(client)) return
      goOn(hostOf.get(client))
      throw Object.assign(new Error('This PostgreSQL accepts no writes.'), { code: CANNOT_CONNECT_NOW })
    },
  }
}

const CANNOT_CONNECT_NOW = '57P03'

async function acceptsWrites(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('show transaction_read_only')
  return rows[0]?.transaction_read_only === 'off'
}

/** Lets a pool try every host before it says that the database is away. */
export function tryEachHost(pool: pg.Pool, hosts: number): void {
  if (hosts === 1) return
  const connect = pool.connect.bind(pool)
  const tryNext = (left: number): Promise<pg.PoolClient> =>
    connect().catch((error) => (left > 1 && outageOf(error) === 'away' ? tryNext(left - 1) : Promise.reject(error)))
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    const client = tryNext(hosts)
    if (!callback) return client
    client.then(
      (found) => callback(undefined, found, found.release.bind(found)),
      (error) => callback(error, undefined, () => {}),
    )
  }) as typeof pool.connect
}

/** Returns the address that accepts writes, for a command that connects once; the first if none does. */
export async function primaryOf(url: string): Promise<string> {
  const urls = hostsOf(url)
  if (urls.length === 1) return url
  for (const one of urls) {
    const client = new pg.Client({ connectionString: one, connectionTimeoutMillis: seconds(3) })
    client.on('error', () => {})
    try {
      await client.connect()
      if (await acceptsWrites(client)) return one
    } catch {
      // The next one, then.
    } finally {
      await client.end().catch(() => {})
    }
  }
  return urls[0] as string
}
