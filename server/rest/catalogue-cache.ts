// The catalogue as last read. A request that names what is not in it may have it read again, but not every time.
import type pg from 'pg'
import { retryAfter } from '#database/errors.ts'
import { buildCatalogue, type Catalogue } from './catalogue.ts'
import { readCatalogue } from './catalogue-query.ts'
import { fail } from './errors.ts'

type CatalogueCache = {
  get(): Promise<Catalogue>
  /** The last one that was read, at once. */
  known(): Catalogue | undefined
  /** A newer one, or nothing when the last was read a moment ago: a stranger's mistakes must not keep the database busy. */
  newer(): Promise<Catalogue> | undefined
  reload(): Promise<Catalogue>
  /** Resolves when no read is under way. */
  settled(): Promise<void>
}

const RELOAD_EVERY_MS = 5_000

export function cacheCatalogue(pool: pg.Pool, schemas: string[]): CatalogueCache {
  let current: Promise<Catalogue> | undefined
  let known: Catalogue | undefined
  let readAt = Number.NEGATIVE_INFINITY

  const reload = () => {
    const before = current
    readAt = performance.now()
    const next = readCatalogue(pool, schemas).then(
      (raw) => {
        known = buildCatalogue(raw, schemas)
        return known
      },
      (cause) => {
        // What was known stays known; where nothing was, the next request tries again.
        if (current === next) current = before
        const message = 'Could not query the database for the schema cache. Retrying.'
        throw fail('PGRST002', 503, message, { cause, retryAfter: retryAfter.away })
      },
    )
    current = next
    return next
  }

  return {
    get: () => current ?? reload(),
    known: () => known,
    newer: () => (performance.now() - readAt >= RELOAD_EVERY_MS ? reload() : undefined),
    reload,
    settled: async () => {
      await current?.catch(() => undefined)
    },
  }
}

/** Codes, ours or PostgreSQL's, that a newer catalogue could turn into an answer. Nothing has been done when they come. */
const misses = new Set(['PGRST200', 'PGRST202', 'PGRST203', 'PGRST204', 'PGRST205', '42703', '42P01'])

export function isMiss(error: unknown): boolean {
  return error instanceof Error && misses.has(String((error as { code?: unknown }).code))
}
