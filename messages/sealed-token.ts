// Tokens for links in mails. A token holds whom it is for, sealed: only we can read it, change it or make one, and a token that was made
// for one purpose opens nothing for another. So no address stands in a URL, nor in the logs of the servers that a URL passes.
import { createCipheriv, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

const CIPHER = 'aes-256-ctr'
const PROOF = 16

/**
 * Encrypts with the proof as the nonce (the SIV construction of RFC 5297): every attempt at a mail has the same links, and no two texts
 * share a nonce. A mailing seals two tokens per mail; GCM with an HMAC took three times as long.
 */
export function sealToken(secret: string, purpose: string, text: string): string {
  const keys = keysOf(secret, purpose)
  const proof = proofOf(keys, text)
  return Buffer.concat([proof, createCipheriv(CIPHER, keys.text, proof).update(text)]).toString('base64url')
}

/** Returns the text in a token, or null if we did not seal it for this purpose. */
export function openToken(secret: string, purpose: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  // Node skips characters that are not base64; one token is to have one spelling.
  if (bytes.length < PROOF || bytes.toString('base64url') !== token) return null
  const keys = keysOf(secret, purpose)
  const proof = bytes.subarray(0, PROOF)
  const text = createCipheriv(CIPHER, keys.text, proof).update(bytes.subarray(PROOF)).toString()
  return timingSafeEqual(proofOf(keys, text), proof) ? text : null
}

/** A keyed hash. SHA-512/256, because nobody can extend it. */
function proofOf({ proof }: Keys, text: string): Buffer {
  return hash('sha512-256', proof + text, 'buffer').subarray(0, PROOF)
}

type Keys = { text: KeyObject; proof: string }
const cache = new Map<string, Keys>()

/** Cached without limit: there are a few purposes and one secret. */
function keysOf(secret: string, purpose: string): Keys {
  const name = `${purpose} ${secret}`
  const cached = cache.get(name)
  if (cached) return cached
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `townbell link ${purpose}`, 64))
  const keys = { text: createSecretKey(bytes.subarray(0, 32)), proof: bytes.toString('base64', 32) }
  cache.set(name, keys)
  return keys
}
