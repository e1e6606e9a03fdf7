import type { Day } from '#domain/dates.ts'
import type { Fingerprints } from '#domain/event-import/feed.ts'
import type { ImportedItem } from '#domain/event-import/item.ts'
import type { Outcome, Planned, Write } from '#domain/event-import/plan.ts'
import { TooMuchWork } from '#domain/event-import/work.ts'
import { IMPORT_WRITTEN_MAX } from '#domain/limits.ts'

/** A plan, as the JSON texts that its statements take: they are written in the thread, because they can be long. */
export interface PreparedImport {
  outcomes: Outcome[]
  series: SeriesWrite[]
  /** Events that happen once; null for none. */
  added: string | null
  changed: string | null
  /** The SEQUENCE numbers above 0, which new rows have. */
  sequences: string
  /** The UIDs of new rows that take the place of older ones: these events were there before. */
  replaced: string[]
  isEmpty: boolean
  /** Fingerprints of all entries of a feed; `unchanged` counts those that did not change. */
  prints: Fingerprints
  unchanged: number
}

export type SeriesWrite =
  | { what: 'delete'; id: string }
  | { what: 'insert'; series: string; rows: string | null; instead: string | null; isComplete: boolean }
  | {
      what: 'update'
      id: string
      series: string
      insert: string | null
      update: string | null
      remove: string[]
      isComplete: boolean
    }

export function prepareImport(planned: Planned[]): Omit<PreparedImport, 'prints' | 'unchanged'> {
  let left = IMPORT_WRITTEN_MAX
  const json = (value: object): string => {
    const text = JSON.stringify(value)
    left -= text.length
    if (left < 0) throw new TooMuchWork()
    return text
  }
  const list = (rows: object[]): string | null => (rows.length > 0 ? json(rows) : null)

  function seriesWrite(write: Write): SeriesWrite[] {
    if (write.what === 'delete-series') return [{ what: 'delete', id: write.id }]
    if (write.what === 'insert-series') {
      const { item, rows, instead, isComplete } = write
      return [{ what: 'insert', series: seriesJson(item), rows: list(rows), instead, isComplete }]
    }
    if (write.what !== 'update-series') return []
    const { id, item, isComplete } = write
    const { insert, update, remove } = write.changes
    const rows = { insert: list(insert), update: list(update), remove }
    return [{ what: 'update', id, series: seriesJson(item), ...rows, isComplete }]
  }
  /** Its exceptions are rows. */
  const seriesJson = (item: ImportedItem) => json({ ...item, exceptions: undefined })

  const writes = planned.flatMap(({ write }) => (write ? [write] : []))
  return {
    outcomes: planned.map(({ outcome }) => outcome),
    series: writes.flatMap(seriesWrite),
    added: list(
      writes.filter(({ what }) => what === 'insert-once' || what === 'delete-series').map(({ item }) => item),
    ),
    changed: list(writes.flatMap((write) => (write.what === 'update-once' ? [{ ...write.item, id: write.id }] : []))),
    sequences: json(writes.flatMap(({ item }) => sequencesOf(item))),
    replaced: writes.flatMap((write) =>
      write.what === 'delete-series' || (write.what === 'insert-series' && write.instead) ? [write.item.uid] : [],
    ),
    isEmpty: writes.length === 0,
  }
}

function sequencesOf(item: ImportedItem) {
  const { uid, sequence } = item
  const exceptions = item.kind === 'series' ? item.exceptions : []
  return [{ series_day: null as Day | null, sequence }, ...exceptions]
    .filter((one) => one.sequence > 0)
    .map((one) => ({ uid, series_day: one.series_day, sequence: one.sequence }))
}
