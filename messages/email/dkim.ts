// DKIM signatures (RFC 6376) with relaxed headers and simple body: our bodies are quoted-printable, which no relay rewrites.
// Signing runs in Node's thread pool, because RSA takes milliseconds that would block the sending loop.
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'

export type DkimKey = { domain: string; selector: string; key: KeyObject }

/** The headers that carry meaning, so that nobody on the way can change one or add a second (RFC 8058 requires List-*). */
const SIGNED = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'reply-to',
]
/** Signed once more than they occur, so that a second one added on the way breaks the signature. */
const OVERSIGNED = new Set(['from', 'subject', 'to'])

const signAsync = promisify(sign)

/** Throws an Error that says why the key cannot be used. */
export function readDkimKey({ domain, selector, pem }: { domain: string; selector: string; pem: string }): DkimKey {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new Error('it must be a private key in PEM form')
  }
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ed25519')
    throw new Error('it must be an RSA or Ed25519 key')
  if ((key.asymmetricKeyDetails?.modulusLength ?? 2048) < 1024) throw new Error('it must have at least 1024 bits')
  return { domain, selector, key }
}

/** Returns the message with its signature in front. */
export async function signMessage(message: Buffer, { domain, selector, key }: DkimKey, now: Date): Promise<Buffer> {
  const end = message.indexOf('\r\n\r\n')
  const headers = readHeaders(message.subarray(0, end + 2).toString('latin1'))
  const isRsa = key.asymmetricKeyType === 'rsa'
  const names = SIGNED.flatMap((name) => {
    const count = headers.filter((header) => header.name === name).length + (OVERSIGNED.has(name) ? 1 : 0)
    return Array(count).fill(name) as string[]
  })
  const tags = [
    'v=1',
    `a=${isRsa ? 'rsa' : 'ed25519'}-sha256`,
    'c=relaxed/simple',
    `d=${domain}`,
    `s=${selector}`,
    `t=${Math.floor(now.getTime() / 1000)}`,
    `h=${foldedNames(names)}`,
    `bh=${bodyHash(message.subarray(end + 4))}`,
    'b=',
  ]
  // Fold before signing: a verifier reads a fold as a space.
  const header = ` ${tags.join(';\r\n ')}`
  const data = Buffer.from(signedText(headers, names) + relaxed('dkim-signature', header), 'latin1')
  const value = isRsa
    ? await signAsync('sha256', data, key)
    : // Ed25519 signs the hash (RFC 8463).
      await signAsync(null, createHash('sha256').update(data).digest(), key)
  return Buffer.concat([Buffer.from(`DKIM-Signature:${header}${folded(value.toString('base64'))}\r\n`), message])
}

type Header = { name: string; value: string }

function readHeaders(block: string): Header[] {
  return block
    .split(/\r\n(?![ \t])/)
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1) }
    })
}

/** Takes headers of the same name from the last upwards, as verifiers do; a name without a header left signs its absence. */
function signedText(headers: Header[], names: string[]): string {
  const left = [...headers]
  let text = ''
  for (const name of names) {
    const at = left.findLastIndex((header) => header.name === name)
    if (at >= 0) text += `${relaxed(name, left.splice(at, 1)[0]!.value)}\r\n`
  }
  return text
}

function relaxed(name: string, value: string): string {
  return `${name}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`
}

/** Hashes the body; empty lines at its end count as one line break. */
function bodyHash(body: Buffer): string {
  let end = body.length
  while (end >= 4 && body.subarray(end - 4, end).equals(twoBreaks)) end -= 2
  const hash = createHash('sha256').update(body.subarray(0, end))
  return hash.digest('base64')
}

const twoBreaks = Buffer.from('\r\n\r\n')

/** Folds the list of names between names, never inside one. */
function foldedNames(names: string[]): string {
  return names.reduce((text, name) => {
    const line = text.length - text.lastIndexOf('\n')
    return `${text}:${line + name.length > 70 ? '\r\n ' : ''}${name}`
  })
}

/** Folds the signature; white space inside it has no meaning. */
function folded(value: string): string {
  return (value.match(/.{1,70}/g) ?? ['']).join('\r\n ')
}
