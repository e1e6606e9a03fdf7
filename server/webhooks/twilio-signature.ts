// Twilio signs the whole address it calls and every field it sends, with the account's token.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { WebhookOptions } from './options.ts'

/** The fields of a call that Twilio signed; anything else ends here. */
export function twilioFields({ siteUrl, twilio }: WebhookOptions): (c: Context) => Promise<URLSearchParams> {
  return async (c) => {
    if (!twilio) throw new AppError('not_configured', 404, 'TWILIO_AUTH_TOKEN is not set')
    const given = Buffer.from(c.req.header('x-twilio-signature') ?? '')
    if (given.length !== SIGNATURE_LENGTH) throw wrongSignature()
    const fields = new URLSearchParams(await c.req.text())
    // The URL configured at Twilio, not the one the last proxy used.
    const { pathname, search } = new URL(c.req.url)
    const wanted = Buffer.from(twilioSignature(twilio.authToken, `${siteUrl}${pathname}${search}`, fields))
    if (!timingSafeEqual(given, wanted)) throw wrongSignature()
    return fields
  }
}

/** A SHA1 in base64. Other requests end before their body is read. */
const SIGNATURE_LENGTH = 28

function wrongSignature(): AppError {
  return new AppError('invalid_signature', 403, "The signature doesn't match")
}

/** HMAC-SHA1 over the address and the fields in order of their names, as Twilio documents it. */
export function twilioSignature(authToken: string, url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].sort()
  const text = names.flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value)).join('')
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64')
}
