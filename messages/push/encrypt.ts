// Encrypts a push message so that only the browser can read it, not the push service (RFC 8291, aes128gcm of RFC 8188).
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

export type BrowserKeys = { p256dh: string; auth: string }

const RECORD_SIZE = 4096

/** `given` is only for the RFC's example: the sender's key and the salt must be new for every message. */
export function encryptPush(payload: string, keys: BrowserKeys, given?: { privateKey: Buffer; salt: Buffer }): Buffer {
  const browser = Buffer.from(keys.p256dh, 'base64url')
  const ours = createECDH('prime256v1')
  if (given) ours.setPrivateKey(given.privateKey)
  else ours.generateKeys()
  const sender = ours.getPublicKey()
  const salt = given?.salt ?? randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, sender])
  const secret = hkdf(ours.computeSecret(browser), Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // A 2 after the text marks the last record; there is only one.
  const text = Buffer.concat([cipher.update(Buffer.concat([Buffer.from(payload), Buffer.from([2])])), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([salt, size, Buffer.from([sender.length]), sender, text, cipher.getAuthTag()])
}

function hkdf(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}
