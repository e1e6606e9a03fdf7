// Signs what is posted to a webhook, as standardwebhooks.com says.
import { createHmac } from 'node:crypto'

export type SignedHeaders = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }

/** Signs with each secret, because after a rotation the receiver may still have the old one. */
export function signWebhook(
  secrets: Buffer[],
  { id, body, at }: { id: string; body: string; at: Date },
): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: Buffer) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}
