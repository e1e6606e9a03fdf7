// Several prepared statements and one Sync: PostgreSQL runs them as one implicit transaction and answers in one round
// trip. Measured against begin, await, commit it doubles throughput (docs/decisions/speed-reads.md).
import type pg from 'pg'
import pgUtils from 'pg/lib/utils.js'
import { absenceOf } from './errors.ts'

export type Statement = {
  text: string
  values: unknown[]
  /** Others can wait behind it: a read that was quick the last time, or one row that is added. */
  quick?: boolean
}
/** Columns in text format, unparsed. */
export type TextRow = (string | null)[]

/** Runs the statements as one implicit transaction; answers the rows of the last one. `plan` keeps plans of one role apart. */
export function runBatch(client: pg.PoolClient, plan: string, statements: Statement[]): Promise<TextRow[]> {
  return new Promise((resolve, reject) => {
    submit(client, new Batch(plan, statements, (error, rows = []) => (error ? reject(error) : resolve(rows))))
  })
}

/**
 * One after another on one connection, each a transaction of its own, and sent together: none waits for the answer to the one before.
 * Whoever asked hears from their batch; this fails only when the connection is lost, and then some have not heard.
 */
export function runBatches(client: pg.PoolClient, batches: Batch[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const run = (at: number) => {
      const batch = batches[at]
      if (!batch) return resolve()
      batch.following = batches.slice(at + 1)
      batch.ended = (error) => (absenceOf(error) === 'away' ? reject(error) : run(at + 1))
      submit(client, batch)
    }
    run(0)
  })
}

const submit = (client: pg.PoolClient, batch: Batch) => client.query(batch as unknown as pg.Submittable)

/** What takes longer lets nobody wait behind it. */
const QUICK_MS = 50

/** The part of pg's connection that a query object speaks to. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(message: object): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
  on(event: 'parseComplete', listener: () => void): void
}

export class Batch {
  following: Batch[] = []
  ended: (error?: Error) => void = () => {}
  began = 0
  isSent = false
  plan: string
  statements: Statement[]
  /** Of this name because pg puts its own around it, which keeps the time. */
  callback: (error: Error | null, rows?: TextRow[]) => void
  rows: TextRow[] = []
  completed = 0
  error: Error | undefined

  constructor(plan: string, statements: Statement[], callback: Batch['callback']) {
    this.plan = plan
    this.statements = statements
    this.callback = callback
  }

  /** Called when its turn has come; it may have been sent with one before it. */
  submit(connection: Connection): void {
    this.began = performance.now()
    if (this.isSent) return
    const prepared = preparedOn(connection)
    connection.stream.cork()
    // First, because after an error PostgreSQL leaves out the rest of a batch, and would keep what we have forgotten.
    prepared.makeRoom(this.statements.length)
    this.send(connection)
    // Those that have something to be prepared wait for their turn: whose Parse is answered must be clear.
    for (const batch of this.following) {
      if (!batch.statements.every(({ text }) => prepared.knows(batch.plan, text))) break
      batch.send(connection)
    }
    connection.stream.uncork()
  }

  send(connection: Connection): void {
    const prepared = preparedOn(connection)
    for (const { text, values } of this.statements) {
      const statement = prepared.use(this.plan, text)
      connection.bind({ statement, values, valueMapper: pgUtils.prepareValue })
      connection.execute({})
    }
    connection.sync()
    this.isSent = true
  }

  handleDataRow(message: { fields: TextRow }): void {
    if (this.completed === this.statements.length - 1) this.rows.push(message.fields)
  }

  handleCommandComplete(): void {
    this.completed++
  }

  handleError(error: Error, connection: Connection): void {
    this.error = error
    // At once: the next answer to a Parse on this connection may be to somebody else's.
    preparedOn(connection).settle()
    // A broken connection sends no ReadyForQuery, so the caller hears of it here; a second time does nothing.
    this.callback(error)
    this.end(error)
  }

  handleReadyForQuery(connection: Connection): void {
    preparedOn(connection).settle()
    if (!this.error) this.callback(null, this.rows)
    this.end()
  }

  end(error?: Error): void {
    const { ended, statements } = this
    this.ended = () => {}
    const last = statements.at(-1)
    if (last && !this.error) last.quick = performance.now() - this.began < QUICK_MS
    ended(error)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleRowDescription(): void {}
}

/** Prepared statements of one connection: known by name, and bounded, because strangers choose the shapes of queries. */
const KEPT = 300
const connections = new WeakMap<Connection, ReturnType<typeof preparedStatements>>()

function preparedOn(connection: Connection) {
  let known = connections.get(connection)
  if (!known) {
    known = preparedStatements(connection)
    connections.set(connection, known)
  }
  return known
}

function preparedStatements(connection: Connection) {
  const known = new Map<string, string>()
  let asked: { key: string; name: string }[] = []
  let made = 0
  connection.on('parseComplete', () => {
    const parsed = asked.shift()
    if (parsed) known.set(parsed.key, parsed.name)
  })
  return {
    knows: (plan: string, text: string) => known.has(`${plan}\0${text}`),
    use(plan: string, text: string): string {
      const key = `${plan}\0${text}`
      const name = known.get(key)
      if (name !== undefined) {
        known.delete(key)
        known.set(key, name)
        return name
      }
      return asked.find((one) => one.key === key)?.name ?? prepare(key, text)
    },
    makeRoom(count: number): void {
      for (const [key, name] of known) {
        if (known.size + count <= KEPT) return
        known.delete(key)
        connection.close({ type: 'S', name })
      }
    },
    /** What was asked for and is not prepared by now will not be. */
    settle() {
      asked = []
    },
  }

  function prepare(key: string, text: string): string {
    const name = `b${++made}`
    connection.parse({ name, text })
    asked.push({ key, name })
    return name
  }
}
