// What of a sentence has not been understood yet.

/** `plain` is as long as `typed`, in lower case and without accents. What was understood is blanked out in both, by "|". */
export interface Rest {
  typed: string
  plain: string
}

export type Found = Record<string, string | undefined>

export function restOf(sentence: string): Rest {
  const typed = sentence
    .normalize('NFC')
    .replace(/[|\s]+/g, ' ')
    .trim()
  return { typed, plain: Array.from(typed, plainCharacter).join('') }
}

/** Blanks out the first match that `read` understands, and returns what it read. The pattern is global. */
export function take<T>(rest: Rest, pattern: RegExp, read: (found: Found, whole: string) => T | null): T | null {
  for (const match of rest.plain.matchAll(pattern)) {
    const value = read(match.groups ?? {}, match[0])
    if (value === null) continue
    blank(rest, match.index, match[0].length)
    return value
  }
  return null
}

/** Returns what the first reader that understands something has read. */
export function takeFirst<T>(
  rest: Rest,
  readers: readonly (readonly [RegExp, (found: Found) => T | null])[],
): T | null {
  for (const [pattern, read] of readers) {
    const value = take(rest, pattern, read)
    if (value !== null) return value
  }
  return null
}

/** Hides what looks like a day or an hour and is none: the title keeps it. */
export function hide(rest: Rest, pattern: RegExp): void {
  rest.plain = rest.plain.replace(pattern, (whole) => whole.replace(/\d/.test(whole) ? /\d/g : /[a-z]/g, '_'))
}

/** Removes the beginning, if it matches. */
export function cutStart<T>(rest: Rest, pattern: RegExp, read: (found: Found) => T): T | null {
  const match = rest.plain.match(pattern)
  if (match?.index !== 0) return null
  rest.typed = rest.typed.slice(match[0].length)
  rest.plain = rest.plain.slice(match[0].length)
  return read(match.groups ?? {})
}

function blank(rest: Rest, start: number, length: number): void {
  const bars = '|'.repeat(length)
  rest.typed = rest.typed.slice(0, start) + bars + rest.typed.slice(start + length)
  rest.plain = rest.plain.slice(0, start) + bars + rest.plain.slice(start + length)
}

/** Characters beyond Latin become "_": with them every pattern would be compiled once more. */
function plainCharacter(character: string): string {
  const plain = dashes[character] ?? character.normalize('NFD').charAt(0).toLowerCase()
  return plain.length === character.length && plain <= 'ÿ' ? plain : '_'.repeat(character.length)
}

const dashes: Record<string, string> = { '–': '-', '—': '-', '’': "'" }
