// What became of mails that SendGrid carried. Events come in batches, twice, and in any order.
import type { Handler } from 'hono'
import * as z from 'zod'
import { normaliseEmail } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import type { WebhookOptions } from './options.ts'
import { type Report, recordDeliveryReports } from './record-delivery-reports.ts'
import { sendgridVerifier } from './sendgrid-signature.ts'

export function sendgridEvents({ pool, clock, sendgridWebhookKey }: WebhookOptions): Handler {
  const isSigned = sendgridWebhookKey ? sendgridVerifier(sendgridWebhookKey) : undefined
  return async (c) => {
    if (!isSigned) throw new AppError('not_configured', 404, 'SENDGRID_WEBHOOK_KEY is not set')
    const body = Buffer.from(await c.req.arrayBuffer())
    const signature = c.req.header('x-twilio-email-event-webhook-signature')
    const timestamp = c.req.header('x-twilio-email-event-webhook-timestamp')
    if (!isSigned({ body, signature, timestamp, now: clock.now() }))
      throw new AppError('invalid_signature', 403, "The signature doesn't match")
    await recordDeliveryReports(pool, parseEvents(body).flatMap(reportOf))
    return c.body(null, 204)
  }
}

const eventShape = z.object({
  event: z.string(),
  email: z.string(),
  timestamp: z.number().min(0).max(9_999_999_999),
  sg_message_id: z.string().max(500).optional(),
  /** Ours, said back. */
  delivery_id: z.guid().optional().catch(undefined),
  type: z.string().optional(),
  reason: z.string().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
})

type Event = z.infer<typeof eventShape>

/** Unknown events are skipped: refusing the batch would lose the others. */
function parseEvents(body: Buffer): Event[] {
  let events: unknown
  try {
    events = JSON.parse(body.toString())
  } catch {
    throw new AppError('bad_json', 400, 'Could not read the body as JSON')
  }
  if (!Array.isArray(events)) throw new AppError('bad_json', 400, 'The body must be a list of events')
  return events.flatMap((event) => {
    const parsed = eventShape.safeParse(event)
    return parsed.success ? [parsed.data] : []
  })
}

function reportOf(event: Event): Report[] {
  const address = normaliseEmail(event.email)
  const outcome = outcomeOf(event)
  if (address === null || !outcome) return []
  return [
    {
      channel: 'email',
      address,
      deliveryId: event.delivery_id,
      // "14c5d75ce93.dfd.64b469.filter0001…": what came back when it was sent stands before the first dot.
      providerId: event.sg_message_id?.split('.')[0],
      detail: [event.status, event.reason].filter(Boolean).join(' '),
      at: new Date(event.timestamp * 1000),
      ...outcome,
    },
  ]
}

type Outcome = Pick<Report, 'state' | 'suppress' | 'optOut'>

/** A block is temporary or about us, a bounce is about the address. Dropped: SendGrid's own suppression list stopped it. */
function outcomeOf({ event, type, reason = '' }: Event): Outcome | undefined {
  switch (event) {
    case 'processed':
      return { state: 'sent' }
    case 'delivered':
      return { state: 'delivered' }
    case 'bounce':
      return type === 'blocked' ? { state: 'failed' } : { state: 'bounced', suppress: 'bounce' }
    case 'dropped':
      if (/spam report/i.test(reason)) return { state: 'failed', suppress: 'complaint' }
      return /bounced|invalid/i.test(reason) ? { state: 'bounced', suppress: 'bounce' } : { state: 'failed' }
    case 'spamreport':
      return { state: 'delivered', suppress: 'complaint' }
    case 'unsubscribe':
    case 'group_unsubscribe':
      return { state: 'delivered', optOut: 'one_click' }
    default:
      return undefined
  }
}
