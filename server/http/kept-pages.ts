import { createKept } from './kept.ts'
import type { Ground, Page } from './page.ts'

const MAX_BYTES = 32 * 1024 * 1024

/** Rendered pages by address. Pages are the same for everybody: no cookie makes them. */
export function createKeptPages({ now, maxBytes = MAX_BYTES }: { now: () => number; maxBytes?: number }) {
  const kept = createKept<Ground & { page: Page }>({ now, maxBytes, weightOf: ({ page }) => weightOf(page) })
  return {
    ...kept,
    set(key: string, page: Page, ground: Ground): void {
      page.ground = ground
      kept.set(key, { page, ...ground })
    },
  }
}

/** The bytes and, roughly, their two encodings. */
function weightOf(page: Page): number {
  return Math.round(page.bytes.byteLength * 1.5)
}
