// Twilio's side of its webhooks: form fields as it names them, and X-Twilio-Signature over address and fields.
import { createHmac, randomBytes } from 'node:crypto'

export const TWILIO = {
  accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
  authToken: '0123456789abcdef0123456789abcdef',
  number: '+15125550100',
}

export const newSid = () => `SM${randomBytes(16).toString('hex')}`

/** A signed request, as fetch takes it. `url` is the whole address that was configured at Twilio. */
export function twilioPost(url: string, fields: Record<string, string>, authToken = TWILIO.authToken) {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name]}`)
    .join('')
  return {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': createHmac('sha1', authToken).update(`${url}${text}`).digest('base64'),
    },
  }
}

export function inboundFields(from: string, body: string, sid = newSid()): Record<string, string> {
  return {
    ToCountry: 'US',
    SmsMessageSid: sid,
    NumMedia: '0',
    SmsSid: sid,
    SmsStatus: 'received',
    FromCountry: 'US',
    To: TWILIO.number,
    NumSegments: '1',
    MessageSid: sid,
    AccountSid: TWILIO.accountSid,
    From: from,
    Body: body,
    ApiVersion: '2010-04-01',
  }
}

export function statusFields(sid: string, to: string, status: string, errorCode?: string): Record<string, string> {
  return {
    SmsSid: sid,
    SmsStatus: status,
    MessageStatus: status,
    To: to,
    MessageSid: sid,
    AccountSid: TWILIO.accountSid,
    From: TWILIO.number,
    ApiVersion: '2010-04-01',
    ...(errorCode ? { ErrorCode: errorCode } : {}),
  }
}
