// Tokens for links in mails. A token holds whom it is for, sealed: only we can read it, change it or make one, and a token that was made
// for one purpose opens nothing for another. So no address stands in a URL, nor in the logs of the servers that a URL passes.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

export function sealToken(secret: string, purpose: string, text: string): string {
  const keys = keysOf(secret, purpose)
  // Derived from the text: every attempt at a mail has the same links, and no two texts share a nonce.
  const nonce = createHmac('sha256', keys.nonce).update(text).digest().subarray(0, NONCE)
  const cipher = createCipheriv(CIPHER, keys.text, nonce)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Returns the text in a token, or null if we did not seal it for this purpose. */
export function openToken(secret: string, purpose: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  // Node skips characters that are not base64; one token is to have one spelling.
  if (bytes.length < NONCE + TAG || bytes.toString('base64url') !== token) return null
  try {
    const nonce = bytes.subarray(0, NONCE)
    const decipher = createDecipheriv(CIPHER, keysOf(secret, purpose).text, nonce, { authTagLength: TAG })
    decipher.setAuthTag(bytes.subarray(-TAG))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString()
  } catch {
    return null
  }
}

type Keys = { text: Buffer; nonce: Buffer }
const cache = new Map<string, Keys>()

/** Cached without limit: there are a few purposes and one secret. */
function keysOf(secret: string, purpose: string): Keys {
  const name = `${purpose} ${secret}`
  const cached = cache.get(name)
  if (cached) return cached
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `townbell link ${purpose}`, 64))
  const keys = { text: bytes.subarray(0, 32), nonce: bytes.subarray(32) }
  cache.set(name, keys)
  return keys
}
