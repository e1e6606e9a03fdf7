// The oldest browsers that read public pages (docs/product.md), as far as JavaScript goes: what they lack is taken away before a page's scripts run. What they
// lack of CSS and HTML stays.
import type { Page } from 'playwright'

/** What Safari and iOS 16.4, Firefox 115 or Chrome 111 lacks. */
const newer = [
  'Array.fromAsync',
  'Document.prototype.startViewTransition',
  'Error.isError',
  'Intl.DurationFormat',
  'Iterator',
  'Iterator.prototype.drop',
  'Iterator.prototype.every',
  'Iterator.prototype.filter',
  'Iterator.prototype.find',
  'Iterator.prototype.flatMap',
  'Iterator.prototype.forEach',
  'Iterator.prototype.map',
  'Iterator.prototype.reduce',
  'Iterator.prototype.some',
  'Iterator.prototype.take',
  'Iterator.prototype.toArray',
  'Map.prototype.getOrInsert',
  'Math.sumPrecise',
  'Promise.try',
  'RegExp.escape',
  'Set.prototype.difference',
  'Set.prototype.intersection',
  'Set.prototype.isDisjointFrom',
  'Set.prototype.isSubsetOf',
  'Set.prototype.isSupersetOf',
  'Set.prototype.symmetricDifference',
  'Set.prototype.union',
  'Temporal',
  'URL.parse',
  'URLPattern',
  'Uint8Array.fromBase64',
  'Uint8Array.prototype.toBase64',
  'cancelIdleCallback',
  'navigation',
  'requestIdleCallback',
  'AbortSignal.any',
  'Element.prototype.checkVisibility',
  'HTMLElement.prototype.hidePopover',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.togglePopover',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.withResolvers',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'URL.canParse',
]

/** Before the first address is opened. */
export async function asOldest(page: Page): Promise<void> {
  await page.addInitScript((names) => {
    // Methods first: without its constructor nothing leads to a prototype.
    for (const name of names.toSorted((one, other) => other.split('.').length - one.split('.').length)) {
      const path = name.split('.')
      const last = path.pop() as string
      let owner: Record<string, unknown> | undefined = globalThis as unknown as Record<string, unknown>
      for (const part of path) owner = owner?.[part] as Record<string, unknown> | undefined
      if (owner) delete owner[last]
    }
  }, newer)
}
