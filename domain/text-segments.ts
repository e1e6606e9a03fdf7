// Counts the parts of a text message: 160 characters of the GSM alphabet, or 70 of any other (UCS-2). Several parts have room for
// fewer each, because each carries its number.

const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Sent with an escape character, so that they count twice. */
const GSM_EXTENDED = new Set('\f^{}\\[~]|€')

export function segmentsOf(text: string): number {
  const units = isGsm(text) ? gsmUnits(text) : { widths: ucsWidths(text), one: 70, many: 67 }
  return count(units.widths, units.one, units.many)
}

/**
 * Replaces curly quotes, dashes and accents that the GSM alphabet lacks: one of them makes a text take twice the parts. Accents stay where
 * something else, such as an emoji, has that price already.
 */
export function plainLetters(text: string): string {
  const plain = plainPunctuation(text)
  const bare = [...plain].map((letter) => (isGsm(letter) ? letter : withoutAccent(letter))).join('')
  return isGsm(bare) ? bare : plain
}

function withoutAccent(letter: string): string {
  return letter.normalize('NFKD').replace(/\p{M}/gu, '')
}

function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replaceAll('…', '...')
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
}

export function isGsm(text: string): boolean {
  return [...text].every((character) => GSM_BASIC.has(character) || GSM_EXTENDED.has(character))
}

function gsmUnits(text: string) {
  return { widths: [...text].map((character) => (GSM_EXTENDED.has(character) ? 2 : 1)), one: 160, many: 153 }
}

/** Counts characters beyond the basic plane twice; they are never split between parts. */
function ucsWidths(text: string): number[] {
  return [...text].map((character) => character.length)
}

function count(widths: number[], one: number, many: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total <= one) return 1
  let parts = 1
  let filled = 0
  for (const width of widths) {
    if (filled + width > many) {
      parts++
      filled = 0
    }
    filled += width
  }
  return parts
}
