// Links in mails: what makes them hard to forge, and where they lead.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** 256 bits over what the link is for and what it names; `purpose` keeps a signature of one kind from passing for another. */
export function signature(secret: string, purpose: string, ...parts: string[]): string {
  // Lengths, so that ('a', 'bc') and ('ab', 'c') differ.
  const text = [purpose, ...parts].map((part) => `${Buffer.byteLength(part)}:${part}`).join('')
  return createHmac('sha256', secret).update(text).digest('base64url')
}

export function signatureMatches(given: string, secret: string, purpose: string, ...parts: string[]): boolean {
  const wanted = Buffer.from(signature(secret, purpose, ...parts))
  const got = Buffer.from(given)
  return got.length === wanted.length && timingSafeEqual(got, wanted)
}

/**
 * The token of a one-time row follows from its id and our secret, so a job needs only the id: no working token lies in
 * the queue, and the table keeps only its hash.
 */
export function oneTimeToken(secret: string, rowId: string): string {
  return signature(secret, 'one-time-token', rowId)
}

/** How tokens are kept. They have 256 random bits, so a plain hash is enough. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export type VerifyLink = { siteUrl: string; token: string; type: 'signup' | 'recovery'; redirectTo: string }

export function verifyLink({ siteUrl, token, type, redirectTo }: VerifyLink): string {
  const url = new URL('/auth/v1/verify', siteUrl)
  url.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString()
  return url.href
}
