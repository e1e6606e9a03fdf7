// Encrypts a secret that we must read again, such as that of a second factor, so that the database alone, or a copy of it,
// does not reveal it: AES-256-GCM with a key derived from the link secret, bound to the row it belongs to.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

export function seal(linkSecret: string, row: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(linkSecret), nonce).setAAD(Buffer.from(row))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when it was sealed with another secret, for another row, or was changed. */
export function unseal(linkSecret: string, row: string, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(linkSecret), sealed.subarray(0, NONCE))
    decipher.setAAD(Buffer.from(row)).setAuthTag(sealed.subarray(-TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}

function keyOf(linkSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', linkSecret, '', 'townbell sealed secrets', 32))
}
