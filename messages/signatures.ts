// Signatures made with our secret, and one-time tokens: for links in mails, captchas, codes and sessions.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Signs `parts` for one purpose, so that a signature made for one kind of link is not valid for another. */
export function signature(secret: string, purpose: string, ...parts: string[]): string {
  // Lengths are signed too, so that ('a', 'bc') and ('ab', 'c') differ.
  const text = [purpose, ...parts].map((part) => `${Buffer.byteLength(part)}:${part}`).join('')
  return createHmac('sha256', secret).update(text).digest('base64url')
}

export function signatureMatches(given: string, secret: string, purpose: string, ...parts: string[]): boolean {
  const wanted = Buffer.from(signature(secret, purpose, ...parts))
  const got = Buffer.from(given)
  return got.length === wanted.length && timingSafeEqual(got, wanted)
}

/**
 * Derives the token of a one-time row from its id and our secret, so that a job needs only the id: no working token lies in the
 * queue, and the table holds only its hash.
 */
export function oneTimeToken(secret: string, rowId: string): string {
  return signature(secret, 'one-time-token', rowId)
}

/** Derives the six digits that a mail shows beside its link, or instead of one. Few enough to guess, so whoever takes them counts tries. */
export function mailedCode(secret: string, rowId: string): string {
  const number = Buffer.from(signature(secret, 'mailed-code', rowId), 'base64url').readUIntBE(0, 6)
  return String(number % 1_000_000).padStart(6, '0')
}

/** Hashes a token for storage. It has 256 unpredictable bits, so a plain hash is enough. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
