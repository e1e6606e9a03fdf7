// Passwords that attackers try first, from a list of leaked ones shipped with the product. A rule such as "one number and
// one special character" makes Password1! of password; so what people add at the ends, and letters written as digits, are
// looked past. The list is made by scripts/common-passwords.ts.
import { readFileSync } from 'node:fs'

/** With more characters than this around a word, the password is no longer a decorated word. */
const DECORATION_MAX = 7
const DECORATION = /[^\p{L}]/u

let list: Set<string> | undefined

export function isCommonPassword(password: string): boolean {
  list ??= readList()
  return coresOf(password).some((core) => list?.has(core))
}

/** Returns the password with every allowed amount of decoration removed from its ends, in the list's normal form. */
export function coresOf(password: string): string[] {
  const characters = [...password.normalize('NFKC').toLowerCase()]
  const before = decorated(characters)
  const after = decorated(characters.toReversed())
  const cores: string[] = []
  for (let start = 0; start <= before; start++) {
    for (let end = 0; end <= Math.min(after, DECORATION_MAX - start); end++)
      cores.push(fold(characters.slice(start, characters.length - end).join('')))
  }
  return cores
}

function decorated(characters: string[]): number {
  const first = characters.findIndex((character) => !DECORATION.test(character))
  return Math.min(first < 0 ? characters.length : first, DECORATION_MAX)
}

/** Characters that stand for a letter become it; l and i are one, because 1 and ! stand for both. */
export function fold(text: string): string {
  return text.replace(/[013457@$!|l]/g, (character) => lookAlikes[character] as string)
}

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  l: 'i',
}

function readList(): Set<string> {
  const lines = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}
