// /webhooks: delivery reports and inbound texts from providers. They have no API key; each request must carry the
// provider's signature.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#domain/errors.ts'
import type { WebhookOptions } from './options.ts'
import { sendgridEvents } from './sendgrid-events.ts'
import { twilioInbound } from './twilio-inbound.ts'
import { twilioStatus } from './twilio-status.ts'

export function createWebhooks(options: WebhookOptions) {
  return new Hono()
    .use('/sendgrid/*', bodyLimit({ maxSize: 4 * 1024 * 1024, onError: tooLarge }))
    .use('/twilio/*', bodyLimit({ maxSize: 64 * 1024, onError: tooLarge }))
    .post('/sendgrid/events', sendgridEvents(options))
    .post('/twilio/status', twilioStatus(options))
    .post('/twilio/inbound', twilioInbound(options))
    .all('*', notFound)
}

function tooLarge(): never {
  throw new AppError('payload_too_large', 413, 'The body is too large')
}

function notFound(): never {
  throw new AppError('not_found', 404, "This webhook doesn't exist")
}
