// A verifier of DKIM signatures that shares nothing with what signs: a mail is taken apart as RFC 6376 says.
import { createHash, type KeyObject, verify } from 'node:crypto'

/** Returns null when the signature is valid; otherwise the problem. */
export function dkimProblem(raw: string, publicKey: KeyObject): string | null {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const body = raw.slice(end + 4)
  const at = headers.findIndex((header) => /^dkim-signature:/i.test(header))
  const signature = headers[at] ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .replace(/\r\n/g, '')
      .split(';')
      .map((tag): [string, string] => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).trim()]),
  )
  // White space is allowed inside a signature, and around the colons of the list of names: nowhere else.
  for (const [tag, value] of tags) if (!/^[bh]h?$/.test(tag) && /\s/.test(value)) return `white space in ${tag}`
  if (tags.get('c') !== 'relaxed/simple') return 'canonicalization'
  const canonicalBody = `${body.replace(/(\r\n)+$/, '')}\r\n`
  if (createHash('sha256').update(canonicalBody, 'latin1').digest('base64') !== tags.get('bh')) return 'body hash'
  const relaxed = (header: string) => {
    const colon = header.indexOf(':')
    return `${header.slice(0, colon).toLowerCase().trim()}:${header
      .slice(colon + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  }
  const left = headers.filter((_, index) => index !== at)
  let data = ''
  for (const name of (tags.get('h') ?? '').split(/\s*:\s*/)) {
    if (/\s/.test(name)) return 'white space in a name'
    const index = left.findLastIndex((header) => header.toLowerCase().startsWith(`${name}:`))
    if (index >= 0) data += `${relaxed(left.splice(index, 1)[0] ?? '')}\r\n`
  }
  // The value of b= is not part of the signed text.
  data += relaxed(signature).replace(/([;\s]b=)[^;]*/, '$1')
  const value = Buffer.from((tags.get('b') ?? '').replace(/\s+/g, ''), 'base64')
  const holds =
    tags.get('a') === 'rsa-sha256'
      ? verify('sha256', Buffer.from(data, 'latin1'), publicKey, value)
      : verify(null, createHash('sha256').update(data, 'latin1').digest(), publicKey, value)
  return holds ? null : 'signature'
}
