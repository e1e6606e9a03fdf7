import { readFileSync } from 'node:fs'

// Reads from a font file which characters it has and how wide they are. Kerning and joined letters only make a line shorter, so what is
// measured to fit does.

export interface Face {
  family: string
  bytes: Uint8Array
  /** The distance added between letters, in parts of the font's size. */
  tracking: number
  has(character: string): boolean
  /** Returns the width in parts of the font's size. */
  widthOf(text: string): number
}

interface FaceOptions {
  file: URL
  family: string
  tracking?: number
}

export function readFace({ file, family, tracking = 0 }: FaceOptions): Face {
  const bytes = readFileSync(file)
  const tables = tablesOf(bytes)
  const glyphs = glyphsOf(bytes, tableAt(tables, 'cmap'))
  const unitsPerEm = bytes.readUInt16BE(tableAt(tables, 'head') + 18)
  const measured = bytes.readUInt16BE(tableAt(tables, 'hhea') + 34)
  const widths = tableAt(tables, 'hmtx')
  /** The last measured width is that of all glyphs after it. */
  const advance = (glyph: number) => bytes.readUInt16BE(widths + 4 * Math.min(glyph, measured - 1)) / unitsPerEm
  return {
    family,
    bytes,
    tracking,
    has: (character) => glyphs.has(character.codePointAt(0) as number),
    widthOf(text) {
      let width = 0
      for (const character of text) width += advance(glyphs.get(character.codePointAt(0) as number) ?? 0) + tracking
      return width
    },
  }
}

function tableAt(tables: Map<string, number>, name: string): number {
  const at = tables.get(name)
  if (at === undefined) throw new Error(`The font has no table ${name}.`)
  return at
}

function tablesOf(bytes: Buffer): Map<string, number> {
  const tables = new Map<string, number>()
  const count = bytes.readUInt16BE(4)
  for (let at = 12; at < 12 + 16 * count; at += 16)
    tables.set(bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8))
  return tables
}

/** Reads the table of characters in its format 4: segments of consecutive characters, each with a shift or a list. */
function glyphsOf(bytes: Buffer, cmap: number): Map<number, number> {
  const subtables = Array.from(
    { length: bytes.readUInt16BE(cmap + 2) },
    (_, i) => cmap + bytes.readUInt32BE(cmap + 8 + 8 * i),
  )
  const start = subtables.find((at) => bytes.readUInt16BE(at) === 4)
  if (start === undefined) throw new Error('The font has no table of characters in format 4.')
  const doubled = bytes.readUInt16BE(start + 6)
  const [ends, starts] = [start + 14, start + 16 + doubled]
  const [shifts, lists] = [starts + doubled, starts + 2 * doubled]
  const glyphs = new Map<number, number>()
  for (let at = 0; at < doubled; at += 2) {
    const [first, last] = [bytes.readUInt16BE(starts + at), bytes.readUInt16BE(ends + at)]
    const [shift, list] = [bytes.readUInt16BE(shifts + at), bytes.readUInt16BE(lists + at)]
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      const listed = list === 0 ? code : bytes.readUInt16BE(lists + at + list + 2 * (code - first))
      if (listed !== 0) glyphs.set(code, (listed + shift) & 0xffff)
    }
  }
  return glyphs
}
