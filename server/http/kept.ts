/** Things by name, the least used forgotten first when they outweigh their room. */
export function createKept<Thing extends { expires: number }>(options: {
  now: () => number
  maxBytes: number
  weightOf: (thing: Thing) => number
}) {
  const { now, maxBytes, weightOf } = options
  const things = new Map<string, Thing>()
  let bytes = 0

  function drop(key: string): void {
    const kept = things.get(key)
    if (!kept) return
    things.delete(key)
    bytes -= weightOf(kept)
  }

  return {
    get(key: string): Thing | null {
      const kept = things.get(key)
      if (!kept) return null
      if (kept.expires <= now()) {
        drop(key)
        return null
      }
      // Back to the end of the line.
      things.delete(key)
      things.set(key, kept)
      return kept
    },
    set(key: string, thing: Thing): void {
      drop(key)
      things.set(key, thing)
      bytes += weightOf(thing)
      for (const oldest of things.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
    drop,
  }
}
