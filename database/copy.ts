// COPY in both directions, a few megabytes at a time: a table of any size passes through a process of any size.
import type { Socket } from 'node:net'
import type pg from 'pg'

/** So much of a table is held at once. */
const AT_ONCE = 4 * 1024 * 1024
/** pg keeps a buffer as large as the largest message it ever sent. */
const MESSAGE = 64 * 1024

/** The part of pg's connection that a query object speaks to. */
type Connection = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Gives `take` the rows that a `copy … to stdout` answers, whole rows at a time. Answers how many rows there were. */
export function copyOut(client: pg.ClientBase, sql: string, take: (rows: Buffer) => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut(sql, take, resolve, reject) as unknown as pg.Submittable)
  })
}

/** Feeds a `copy … from stdin`. Answers how many rows PostgreSQL took. */
export function copyIn(client: pg.ClientBase, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(sql, source, resolve, reject) as unknown as pg.Submittable)
  })
}

class Copy {
  sql: string
  resolve: (rows: number) => void
  reject: (error: Error) => void
  rows = 0
  failed = false

  constructor(sql: string, resolve: Copy['resolve'], reject: Copy['reject']) {
    this.sql = sql
    this.resolve = resolve
    this.reject = reject
  }

  submit(connection: Connection): void {
    connection.query(this.sql)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.split(' ')[1])
  }

  handleError(error: Error): void {
    this.failed = true
    this.reject(error)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
}

class CopyOut extends Copy {
  take: (rows: Buffer) => Promise<void>
  waiting: Buffer[] = []
  size = 0
  taking: Promise<void> | undefined

  constructor(sql: string, take: CopyOut['take'], resolve: Copy['resolve'], reject: Copy['reject']) {
    super(sql, resolve, reject)
    this.take = take
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    // A copy, because pg reads the next messages into the same memory.
    this.waiting.push(Buffer.from(chunk))
    this.size += chunk.length
    if (this.size < AT_ONCE || this.taking) return
    // What PostgreSQL has already sent still arrives; it stops once the socket is full.
    connection.stream.pause()
    this.taking = this.pass()
      .catch((error) => connection.stream.destroy(error))
      .then(() => {
        this.taking = undefined
        connection.stream.resume()
      })
  }

  async handleReadyForQuery(): Promise<void> {
    try {
      await this.taking
      if (this.size > 0) await this.pass()
      this.resolve(this.rows)
    } catch (error) {
      this.reject(error as Error)
    }
  }

  async pass(): Promise<void> {
    const rows = Buffer.concat(this.waiting)
    this.waiting = []
    this.size = 0
    await this.take(rows)
  }
}

class CopyIn extends Copy {
  source: AsyncIterable<Buffer>

  constructor(sql: string, source: AsyncIterable<Buffer>, resolve: Copy['resolve'], reject: Copy['reject']) {
    super(sql, resolve, reject)
    this.source = source
  }

  async handleCopyInResponse(connection: Connection): Promise<void> {
    try {
      for await (const chunk of this.source) {
        for (let at = 0; at < chunk.length; at += MESSAGE) {
          if (this.failed) return
          connection.sendCopyFromChunk(chunk.subarray(at, at + MESSAGE))
          if (connection.stream.writableNeedDrain) await drained(connection.stream)
        }
      }
      connection.endCopyFrom()
    } catch (error) {
      // The source's own words, before PostgreSQL answers that the copy was given up.
      this.reject(error as Error)
      connection.sendCopyFail('The source failed.')
    }
  }

  handleReadyForQuery(): void {
    this.resolve(this.rows)
  }
}

/** Or gone: then pg says so to the query. */
function drained(stream: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    stream.on('drain', done).on('close', done)
  })
}
