// What became of texts that Twilio carried.
import type { Handler } from 'hono'
import * as z from 'zod'
import type { WebhookOptions } from './options.ts'
import { type Report, recordDeliveryReports } from './record-delivery-reports.ts'
import { twilioFields } from './twilio-signature.ts'

/** Words that say nothing yet (queued, sending), or that are new to us, are left out. */
const states: Record<string, Report['state']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** 21610: the person replied STOP. The others: the number cannot receive texts. */
const suppressions: Record<string, Report['suppress']> = {
  21610: 'stop',
  21211: 'bounce',
  21614: 'bounce',
  30005: 'bounce',
  30006: 'bounce',
}

export function twilioStatus(options: WebhookOptions): Handler {
  const { pool, clock } = options
  const signedFields = twilioFields(options)
  return async (c) => {
    const fields = await signedFields(c)
    const state = states[fields.get('MessageStatus') ?? '']
    const address = fields.get('To') ?? ''
    const providerId = fields.get('MessageSid') ?? fields.get('SmsSid') ?? ''
    const errorCode = fields.get('ErrorCode') ?? ''
    if (state && /^\w{1,100}$/.test(providerId) && /^\+[1-9]\d{1,14}$/.test(address)) {
      const deliveryId = z.guid().safeParse(c.req.query('delivery')).data
      const suppress = suppressions[errorCode]
      const detail = errorCode && `Twilio ${errorCode}`
      await recordDeliveryReports(pool, [
        { channel: 'sms', address, deliveryId, providerId, state, suppress, detail, at: clock.now() },
      ])
      if (state === 'failed') await pool.query(failQuestion, [providerId, detail])
    }
    return c.body(null, 204)
  }
}

const failQuestion = `
  update private.phone_confirmations set last_error = left($2, 1000) where provider_id = $1 and confirmed_at is null`
