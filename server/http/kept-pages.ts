import type { Page } from './page.ts'

interface Kept {
  page: Page
  /** What it was made from: pages of a calendar end with its version. */
  calendar: { id: string; version: string } | null
  expires: number
}

const MAX_BYTES = 32 * 1024 * 1024

/** Rendered pages by address, the least used forgotten first. Pages are the same for everybody: no cookie makes them. */
export function createKeptPages({ now, maxBytes = MAX_BYTES }: { now: () => number; maxBytes?: number }) {
  const pages = new Map<string, Kept>()
  let bytes = 0

  function drop(key: string): void {
    const kept = pages.get(key)
    if (!kept) return
    pages.delete(key)
    bytes -= weightOf(kept.page)
  }

  return {
    get(key: string): Kept | null {
      const kept = pages.get(key)
      if (!kept) return null
      if (kept.expires <= now()) {
        drop(key)
        return null
      }
      // Back to the end of the line.
      pages.delete(key)
      pages.set(key, kept)
      return kept
    },
    set(key: string, kept: Kept): void {
      drop(key)
      pages.set(key, kept)
      bytes += weightOf(kept.page)
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
    drop,
  }
}

/** The bytes and, roughly, their two encodings. */
function weightOf(page: Page): number {
  return Math.round(page.bytes.byteLength * 1.5)
}
