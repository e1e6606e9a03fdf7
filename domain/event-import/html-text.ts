// Calendar programs write descriptions as HTML. We keep their text, because a description of ours is plain text.

/** The tags that calendar programs write. A script without any of them was typed by somebody, so it stays. */
const KNOWN = 'a|b|blockquote|br|div|em|font|h[1-6]|hr|html|body|i|li|ol|p|pre|span|strong|table|tbody|td|th|tr|u|ul'
const TAG = new RegExp(`</?(?:${KNOWN})(?:\\s[^<>]*)?/?>`, 'i')
const BLOCK = /^(?:blockquote|div|h[1-6]|hr|li|ol|p|pre|table|tr|ul)$/
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Returns the text of HTML, with its paragraphs, list items and the addresses of its links. Plain text stays as it is. */
export function textOfHtml(text: string): string {
  if (!TAG.test(text)) return text
  // Where tags say where lines end, line breaks of the file are spaces.
  const source = /<(?:br|p|div|li)\b/i.test(text) ? text.replace(/\s+/g, ' ') : text
  let result = ''
  let link = { href: '', from: 0 }
  let skips = ''
  // Odd parts are tags.
  for (const [index, part] of source.split(/(<[^<>]*>)/).entries()) {
    if (index % 2 === 0) {
      if (!skips) result += part
      continue
    }
    const [, slash = '', tag = ''] = /^<(\/?)([a-z]+\d?)/i.exec(part) ?? []
    const name = tag.toLowerCase()
    if (skips) skips = slash && name === skips ? '' : skips
    else if (name === 'script' || name === 'style') skips = slash ? '' : name
    else if (name === 'br') result += '\n'
    else if (name === 'td' || name === 'th') result += slash ? ' ' : ''
    else if (name === 'a' && !slash) link = { href: hrefOf(part), from: result.length }
    else if (name === 'a') {
      result += addressOf(link.href, result.slice(link.from))
      link = { href: '', from: 0 }
    } else if (BLOCK.test(name)) result += name === 'li' ? (slash ? '' : '\n• ') : name === 'p' ? '\n\n' : '\n'
  }
  const lines = decoded(result).split('\n')
  const trimmed = lines.map((line) => line.trim()).join('\n')
  return trimmed.replace(/\n{3,}/g, '\n\n').trim()
}

/** Returns the text of a line that may be HTML: programs write entities into titles that have no tags. */
export function lineOfHtml(text: string): string {
  return TAG.test(text) ? textOfHtml(text) : decoded(text)
}

function hrefOf(tag: string): string {
  const [, quoted, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? []
  return quoted ?? single ?? bare ?? ''
}

/** Returns the address of a link, to stand after its words; nothing if they name it. */
function addressOf(href: string, words: string): string {
  const address = href.trim().replace(/^mailto:/i, '')
  if (!/^(?:https?:|mailto:)/i.test(href.trim()) || words.includes(address)) return ''
  return words.trim() === '' ? address : ` (${address})`
}

function decoded(text: string): string {
  return text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name) return entities[name.toLowerCase()] ?? entity
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}
