// Points out an event that is on the calendar already, while somebody types its title.

/** Returns whether two titles probably mean the same event: "The Spring Fair!" and "spring fair 2026". */
export function areSimilarTitles(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  if (few.size === 0) return false
  const shared = [...few].filter((word) => many.has(word)).length
  // A single word must match; of several, most must.
  return shared === few.size || (few.size > 2 && shared / few.size >= 0.6)
}

/** Lower case, without accents, plurals and the words that every title has. */
function wordsOf(title: string): Set<string> {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => word.length > 2 && !common.has(word)).map((word) => word.replace(/s$/, '')))
}

const common = new Set('the and for with our from annual del las los una con por para anual'.split(' '))
