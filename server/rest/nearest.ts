/** The name most like the one asked for, if it is nearly it: a mistyped name should not cost the caller an hour. */
export function nearest(asked: string, names: Iterable<string>, likeness = 0.65): string | undefined {
  let best: string | undefined
  let bestScore = likeness
  const wanted = asked.slice(0, 64)
  for (const name of names) {
    const score = 1 - distance(wanted, name) / Math.max(wanted.length, name.length, 1)
    if (score >= bestScore && name !== asked) {
      best = name
      bestScore = score
    }
  }
  return best
}

/** Levenshtein: insertions, deletions and changes from one to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)))
    row = next
  }
  return row[to.length]!
}
