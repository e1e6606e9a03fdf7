// While every connection is busy, quick statements that wait share the next one: PostgreSQL finds them in one packet and is not woken for each,
// nor are we (docs/decisions/speed-reads.md, speed-adding-events.md).
import type pg from 'pg'
import { Batch, runBatches, type Statement, type TextRow } from './batch.ts'
import { explained, withClient } from './with-client.ts'

/** So many share a connection at most: each waits for those before it. */
const SHARE = 4

type Queue = { waiting: Batch[]; asking: number }
const queues = new WeakMap<pg.Pool, Queue>()

/** Runs the statements as `runBatch` does, on a connection that may be shared. */
export function runShared(pool: pg.Pool, plan: string, statements: Statement[]): Promise<TextRow[]> {
  const queue = queues.get(pool) ?? { waiting: [], asking: 0 }
  queues.set(pool, queue)
  return new Promise((resolve, reject) => {
    const done: Batch['callback'] = (error, rows = []) => (error ? reject(explained(error)) : resolve(rows))
    queue.waiting.push(new Batch(plan, statements, done))
    if (queue.asking < pool.idleCount || queue.asking * SHARE < queue.waiting.length) ask(pool, queue)
  })
}

/** For one more connection, which takes its part of those who wait when it comes. */
function ask(pool: pg.Pool, queue: Queue): void {
  let taken: Batch[] | undefined
  const take = () => {
    taken = queue.waiting.splice(0, Math.ceil(queue.waiting.length / queue.asking--))
    return taken
  }
  queue.asking++
  withClient(pool, (client) => runBatches(client, take())).catch((error) => {
    for (const batch of taken ?? take()) batch.callback(error)
  })
}
