// Reads, and calls that only read, that were requested before, ready to run. Parsing, planning and writing SQL depend on the address, a
// few headers and the catalogue, not on the caller: role and claims are added when a statement runs. No row and no claim is cached.
import { LRUCache } from 'lru-cache'
import type { Statement } from '#database/scope.ts'
import type { Catalogue, DatabaseFunction } from './catalogue.ts'
import type { HttpRequest } from './http-request.ts'
import type { RestRequest } from './request.ts'

export type PreparedRead = {
  request: Omit<RestRequest, 'query'>
  statement: Statement
  /** Everything that it reads. */
  tables: string[]
  /** For callers who have not signed in. */
  guestSettings?: Record<string, string> | undefined
  /** The function that is called, unless a table is read. */
  fn?: DatabaseFunction
  /** Counts rows when they were not counted to the end. */
  estimate?: Statement
  csvHead: string
}

/** Longer addresses are lists of ids, which nobody requests twice. */
const ADDRESS_MAX = 2_000
/** Characters of addresses and statements. */
const SIZE_MAX = 1_000_000

/** Returns everything that decides how a read is answered as one text; nothing for what is no read, or too long to cache. */
export function addressOf({
  method,
  url,
  headers,
}: Pick<HttpRequest, 'method' | 'url' | 'headers'>): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || url.length > ADDRESS_MAX) return undefined
  const header = (name: string) => headers.get(name)
  const address = `${method} ${url}\n${header('accept')}\n${header('prefer')}\n${header('range')}\n${header('accept-profile')}`
  return address.length > ADDRESS_MAX ? undefined : address
}

/** Caches reads for the catalogue that they were planned against, and drops them with it. */
export function createPreparedReads(maxSize = SIZE_MAX) {
  let current: Catalogue | undefined
  const reads = new LRUCache<string, PreparedRead>({ maxSize, sizeCalculation: sizeOf })
  return {
    get: (catalogue: Catalogue, address: string) => (catalogue === current ? reads.get(address) : undefined),
    set(catalogue: Catalogue, address: string, read: PreparedRead): void {
      if (catalogue !== current) reads.clear()
      current = catalogue
      reads.set(address, read)
    },
  }
}

function sizeOf({ statement, estimate, csvHead }: PreparedRead, address: string): number {
  const statements = estimate ? [statement, estimate] : [statement]
  const lengths = statements.flatMap(({ text, values }) => [
    text.length,
    ...values.map((value) => String(value).length),
  ])
  return lengths.reduce((sum, length) => sum + length, address.length + csvHead.length)
}
