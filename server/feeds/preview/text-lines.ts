import type { Face } from './face.ts'

// Lays out one text: which letters can be drawn, in which face, and where lines end. resvg shapes and orders the letters of a line.

export interface Faces {
  /** Latin letters only. */
  display: Face
  /** Latin, Greek, Cyrillic, Hebrew and Arabic. */
  text: Face
}

export interface Box {
  width: number
  /** Tried in this order; the last is used for a text that doesn't fit, and cut. */
  sizes: { size: number; lines: number }[]
}

export interface LaidOut {
  face: Face
  size: number
  lines: { text: string; width: number }[]
  /** Written from right to left. */
  isRightToLeft: boolean
}

/** Returns null if none of its letters can be drawn, as of a title in Chinese or of emoji only. */
export function layOut(
  text: string,
  faces: Faces,
  { width, sizes }: Box,
  prefers: keyof Faces = 'display',
): LaidOut | null {
  const drawn = drawable(text, faces)
  if (!/[\p{L}\p{N}]/u.test(drawn)) return null
  const face = [...drawn].every((character) => faces[prefers].has(character)) ? faces[prefers] : faces.text
  const isRightToLeft = startsRightToLeft(drawn)
  for (const { size, lines } of sizes) {
    const broken = breakLines(drawn, face, width / size)
    if (broken.length <= lines) return laidOut(broken, size)
  }
  const { size, lines } = sizes.at(-1) as Box['sizes'][number]
  const broken = breakLines(drawn, face, width / size)
  return laidOut([...broken.slice(0, lines - 1), shorten(broken.slice(lines - 1).join(' '), face, width / size)], size)

  function laidOut(broken: string[], size: number): LaidOut {
    return {
      face,
      size,
      isRightToLeft,
      lines: broken.map((line) => ({ text: line, width: face.widthOf(line) * size })),
    }
  }
}

/** Leaves out what no face has, direction marks, and more than three accents on a letter. "𝐏" is drawn as "P". */
function drawable(text: string, { display, text: other }: Faces): string {
  const isKnown = (character: string) => !FORMATTING.test(character) && (display.has(character) || other.has(character))
  const plain = (character: string) => [...character.normalize('NFKC')].filter(isKnown)
  const known = [...text.normalize('NFC').replace(/\s+/gu, ' ')].flatMap((one) => (isKnown(one) ? one : plain(one)))
  return known
    .join('')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/ +/g, ' ')
    .trim()
}

/** Invisible characters, but for the one that separates Persian letters. */
const FORMATTING = /[^\P{C}\u200c]/u

function startsRightToLeft(text: string): boolean {
  return /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)
}

/** Breaks between words, and a word that is longer than a line within it. */
function breakLines(text: string, face: Face, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((whole) => pieces(whole, face, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && face.widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

function pieces(word: string, face: Face, width: number): string[] {
  if (face.widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && face.widthOf(part + segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ELLIPSIS = '…'

/** Ends with an ellipsis where it no longer fits, after a whole word if one of them is most of the line. */
function shorten(text: string, face: Face, width: number): string {
  let cut = ''
  for (const { segment } of graphemes.segment(text)) {
    if (face.widthOf(cut + segment + ELLIPSIS) > width) break
    cut += segment
  }
  const words = cut.slice(0, cut.lastIndexOf(' '))
  return (words.length > cut.length / 2 ? words : cut).trimEnd() + ELLIPSIS
}
