// SendGrid signs the time and the body with an elliptic key, whose public half the operator copies into the settings.
import { createPublicKey, verify } from 'node:crypto'
import { hours, minutes } from '#domain/durations.ts'

export type SignedBody = { body: Buffer; signature: string | undefined; timestamp: string | undefined; now: Date }

/** `key` is base64 of a DER key, as SendGrid shows it. */
export function sendgridVerifier(key: string): (given: SignedBody) => boolean {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return ({ body, signature, timestamp, now }) => {
    if (!signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
    // SendGrid retries for a day; an older request is a replay.
    const age = now.getTime() - Number(timestamp) * 1000
    if (age > hours(25) || age < -minutes(10)) return false
    try {
      return verify(
        'sha256',
        Buffer.concat([Buffer.from(timestamp), body]),
        publicKey,
        Buffer.from(signature, 'base64'),
      )
    } catch {
      return false
    }
  }
}
