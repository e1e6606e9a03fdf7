/** Tells whether a text contains every word, whatever the case and the accents. */
export function isMatch(text: string, words: string): boolean {
  const where = plain(text)
  return plain(words)
    .split(/\s+/)
    .every((word) => where.includes(word))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
