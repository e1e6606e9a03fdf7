// Time-based codes (RFC 6238, with what every authenticator app expects: SHA-1, six digits, 30 seconds).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { seconds } from '#domain/durations.ts'

const STEP_MS = seconds(30)
/** Accepts a clock that is half a minute off, and slow typing. */
const DRIFT = [0, -1, 1]
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Makes a secret as long as the hash, as the RFC recommends. */
export const newSecret = (): Buffer => randomBytes(20)

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const truncated = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fffffff
  return String(truncated % 1_000_000).padStart(6, '0')
}

/** Returns the half minute of a code, if it is the current one or next to it. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const matching = DRIFT.map((drift) => stepAt(now) + drift).filter((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)),
  )
  return matching[0]
}

/** Encodes a secret as people type it into an app. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** Returns the URL that an app reads from the QR code. */
export function otpauthUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  // Spaces as %20: some apps show a plus sign literally.
  const query = Object.entries({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' })
  return `otpauth://totp/${label}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}
