import { isWellFormed } from './older-browsers.ts'

// What the characters and the length of a text may be.

/** Counts code points: an emoji is one, not two UTF-16 units. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Returns true for "", spaces, and text of invisible characters only. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === ''
}

/** Matches whitespace and characters without width: zero-width spaces and joiners, direction marks, fillers, blank braille. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Returns the text without these characters at its end. A pattern like /[.,]+$/ would begin anew at each of them. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}

/** Refuses control characters (header injection, NUL), direction overrides and broken surrogates. */
export function isOneLine(text: string): boolean {
  return isWellFormed(text) && !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text)
}

/** Allows line breaks and tabs, and otherwise what one line may contain. */
export function isSeveralLines(text: string): boolean {
  return isWellFormed(text) && !/[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u.test(text)
}
