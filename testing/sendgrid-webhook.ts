// SendGrid's side of its event webhook: a key pair, events as it writes them, and its signature over time and body.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type SendgridEvent = { event: string; email: string; timestamp?: number; [field: string]: unknown }

export function createSendgridSender() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    /** The value for SENDGRID_WEBHOOK_KEY. */
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    /** A signed request, as fetch takes it. */
    post(events: unknown, timestamp = Math.floor(Date.now() / 1000)) {
      const body = `${JSON.stringify(events)}\r\n`
      const signature = sign('sha256', Buffer.from(`${timestamp}${body}`), privateKey).toString('base64')
      return {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'SendGrid Event API',
          'x-twilio-email-event-webhook-signature': signature,
          'x-twilio-email-event-webhook-timestamp': String(timestamp),
        },
      }
    },
  }
}

/** Builds an event as SendGrid writes it, with its own ids; `messageId` is the X-Message-Id of the send request. */
export function sendgridEvent(event: SendgridEvent, messageId: string): object {
  return {
    timestamp: Math.floor(Date.now() / 1000),
    'smtp-id': `<${messageId}@geopod-ismtpd-1>`,
    sg_event_id: randomBytes(16).toString('base64url'),
    sg_message_id: `${messageId}.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0`,
    category: [],
    ...event,
  }
}
