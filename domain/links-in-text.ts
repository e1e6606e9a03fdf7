import { isWebAddress } from './web-address.ts'

export interface TextPart {
  text: string
  /** Set for a web address. */
  href?: string
}

/** Splits a text that people typed into plain text and web addresses, http and https only. */
export function linksInText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s<>"\\]+/gi)) {
    const href = withoutPunctuation(found)
    if (!isWebAddress(href)) continue
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ text: href, href })
    from = index + href.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

/** Leaves what ends the sentence, and a closing bracket that was opened before the address. */
function withoutPunctuation(address: string): string {
  const trimmed = address.replace(/[.,;:!?'’”»*_]+$/, '')
  const isUnopened = trimmed.endsWith(')') && trimmed.split(')').length > trimmed.split('(').length
  return isUnopened ? withoutPunctuation(trimmed.slice(0, -1)) : trimmed
}
