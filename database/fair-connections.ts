// Shares a pool's connections among callers: one network gets half of them at most, and waiting networks take turns. What the
// service does for itself, or for everybody, takes no turn.
import type pg from 'pg'
import { type Caller, callerKey, currentCaller } from '#runtime/caller.ts'
import { createFairSemaphore } from '#runtime/fair-semaphore.ts'

export function shareConnections(pool: pg.Pool): void {
  const { max } = pool.options
  const turns = createFairSemaphore({
    places: Math.max(1, max - 1),
    perKey: Math.max(1, Math.floor(max / 2)),
    waiting: 256,
  })
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<pg.QueryResult>
  const connect = pool.connect.bind(pool)
  /** A request that has a connection gets another at once: two such requests would wait for each other. */
  const holding = new WeakSet<Caller>()
  const release = new WeakMap<pg.PoolClient, () => void>()
  pool.on('release', (_error, client) => release.get(client)?.())

  pool.query = ((...given: unknown[]) => {
    const caller = currentCaller()
    return !caller || holding.has(caller) ? query(...given) : turns.run(callerKey(), () => query(...given))
  }) as typeof pool.query

  // With a callback it is called by the pool's own `query`.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    const caller = currentCaller()
    if (callback) return connect(callback)
    return !caller || holding.has(caller) ? connect() : connectInTurn(caller)
  }) as typeof pool.connect

  function connectInTurn(caller: Caller): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const hold = async () => {
        const client = await connect()
        const released = new Promise<void>((done) => release.set(client, done))
        holding.add(caller)
        resolve(client)
        await released
        holding.delete(caller)
        release.delete(client)
      }
      turns.run(callerKey(), hold).catch(reject)
    })
  }
}
