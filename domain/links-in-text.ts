import { isWebAddress } from './web-address.ts'

export interface TextPart {
  text: string
  /** Set for a web address, an email address and a phone number. */
  href?: string
}

/** In this order: a web address; an email address; a US phone number whose parts are separated. */
const LINKS =
  /\bhttps?:\/\/[^\s<>"\\]+|(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z]{2,}\b|(?<![\w.+-])(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-])/gi

/** What each of them contains. Most texts have none of it, and are read twenty times faster this way. */
const HINT = /:\/\/|@|\d[ .)-]/

/** Splits a text that people typed into plain text and what can be opened: web addresses (http and https), email addresses, phones. */
export function linksInText(text: string): TextPart[] {
  if (!HINT.test(text)) return [{ text }]
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(LINKS)) {
    const isWeb = /^http/i.test(found) && found.includes('://')
    const shown = isWeb ? withoutPunctuation(found) : found
    if (isWeb && !isWebAddress(shown)) continue
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ text: shown, href: isWeb ? shown : hrefOf(shown) })
    from = index + shown.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

function hrefOf(found: string): string {
  return found.includes('@') ? `mailto:${found}` : `tel:+1${found.replace(/\D/g, '').slice(-10)}`
}

/** Leaves what ends the sentence, and a closing bracket that was opened before the address. */
function withoutPunctuation(address: string): string {
  let unopened = count(address, ')') - count(address, '(')
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address[end - 1] as string
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!PUNCTUATION.includes(last)) break
  }
  return address.slice(0, end)
}

const PUNCTUATION = `.,;:!?'’”»*_`

const count = (text: string, character: string) => text.split(character).length - 1
