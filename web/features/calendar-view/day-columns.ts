// Lays out the entries of one day in a time grid: those that overlap share the width.

export interface Span {
  /** Minutes since midnight. */
  from: number
  to: number
}

export interface Placed<E> extends Span {
  entry: E
  column: number
  /** How many columns share the width. */
  columns: number
}

/** Shorter entries take this much room all the same, so that their title can be read. */
export const SHORTEST = 30

/** Returns each entry with its column. Entries that touch each other through others form a group of the same columns. */
export function layOutDay<E extends Span>(entries: readonly E[]): Placed<E>[] {
  const placed: Placed<E>[] = []
  let group: Placed<E>[] = []
  let ends: number[] = []
  const sorted = [...entries].sort((a, b) => a.from - b.from || b.to - a.to)
  for (const entry of sorted) {
    if (ends.every((end) => end <= entry.from)) {
      close(group)
      group = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= entry.from)
    const column = free === -1 ? ends.length : free
    const item = { entry, from: entry.from, to: entry.to, column, columns: 1 }
    ends[column] = Math.max(entry.to, entry.from + SHORTEST)
    group.push(item)
    placed.push(item)
  }
  close(group)
  return placed
}

function close(group: Placed<unknown>[]): void {
  const columns = Math.max(0, ...group.map(({ column }) => column + 1))
  for (const item of group) item.columns = columns
}
