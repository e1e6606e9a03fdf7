// What JavaScript has, and some browsers that may read public pages lack (docs/product.md). No polyfills: those would be in every page.

/** `Map.groupBy`: Safari 17.4, Firefox 119, Chrome 117. */
export function groupBy<K, V>(items: readonly V[], keyOf: (item: V, index: number) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>()
  for (const [index, item] of items.entries()) {
    const key = keyOf(item, index)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** `String.isWellFormed`: Firefox 119. With the flag u only half of a pair is a surrogate. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** `URL.parse`: Safari 18, Firefox 126, Chrome 126. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
