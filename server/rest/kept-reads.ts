// Reads that were asked for before, and calls that only read, ready to be run: parsing, planning and writing SQL depend on the address, a few headers and the
// catalogue, and on nothing of the person who asks. Who that is, is put in when it runs; no row and no claim is kept here.
import type { Statement } from '#database/scope.ts'
import type { Catalogue, DatabaseFunction } from './catalogue.ts'
import type { RestRequest } from './request.ts'

export type PreparedRead = {
  request: Omit<RestRequest, 'query'>
  statement: Statement
  /** What is called, where it is no table that is read. */
  fn?: DatabaseFunction
  /** For when rows were not counted to the end. */
  estimate?: Statement
  csvHead: string
}

/** Longer addresses are lists of ids, which nobody asks for twice. */
const ADDRESS_MAX = 2_000
/** Characters of addresses and statements, in each of two halves. */
const HALF = 500_000

/** A request as far as it decides how a read is answered, whoever's object it is. */
export type Asked = { method?: string; path?: string; header(name: string): unknown }

/** All of that in one text; nothing for what is no read, or too long to keep. */
export function addressOf({ method, path = '', header }: Asked): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || path.length > ADDRESS_MAX) return undefined
  const address = `${method} ${path}\n${header('accept')}\n${header('prefer')}\n${header('range')}\n${header('accept-profile')}`
  return address.length > ADDRESS_MAX ? undefined : address
}

/** Planned against a catalogue, and forgotten with it. */
export function keepReads(half = HALF) {
  const stores = new WeakMap<Catalogue, ReturnType<typeof keepSome<PreparedRead>>>()
  return {
    get: (catalogue: Catalogue, address: string) => stores.get(catalogue)?.get(address),
    keep(catalogue: Catalogue, address: string, read: PreparedRead): void {
      const store = stores.get(catalogue) ?? keepSome(half)
      stores.set(catalogue, store)
      store.set(address, read, address.length + weightOf(read))
    },
  }
}

const weightOf = ({ statement, estimate, csvHead }: PreparedRead) =>
  [statement, ...(estimate ? [estimate] : [])].reduce(
    (sum, { text, values }) => values.reduce((more: number, value) => more + String(value).length, sum + text.length),
    csvHead.length,
  )

/** Two halves: what is asked for is taken over into the new one, and when that is full the old one goes. A hit moves nothing. */
function keepSome<T>(half: number) {
  let [fresh, old] = [new Map<string, { value: T; weight: number }>(), new Map<string, { value: T; weight: number }>()]
  let weight = 0
  function put(key: string, kept: { value: T; weight: number }): void {
    if (weight + kept.weight > half) {
      old = fresh
      fresh = new Map()
      weight = 0
    }
    fresh.set(key, kept)
    weight += kept.weight
  }
  return {
    get(key: string): T | undefined {
      const kept = fresh.get(key)
      if (kept) return kept.value
      const before = old.get(key)
      if (before) put(key, before)
      return before?.value
    },
    set(key: string, value: T, weight: number): void {
      if (!fresh.has(key)) put(key, { value, weight })
    },
  }
}
