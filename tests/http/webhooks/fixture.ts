// Opens the app with webhooks, deliveries to report on, and the providers' side of the calls.
import { createTextCatcher } from '#messages/sms/catcher.ts'
import { testLog } from '#testing/log.ts'
import { createSendgridSender } from '#testing/sendgrid-webhook.ts'
import { TWILIO, twilioPost } from '#testing/twilio-webhook.ts'
import { sendConfirmationText } from '#worker/jobs/send-confirmation-text.ts'
import { openFunctionsFixture, SITE } from '../functions/fixture.ts'

export type WebhookFixture = Awaited<ReturnType<typeof openWebhookFixture>>
export const STATUS_URL = `${SITE}/webhooks/twilio/status`
export const INBOUND_URL = `${SITE}/webhooks/twilio/inbound`

export async function openWebhookFixture() {
  const sendgrid = createSendgridSender()
  const fixture = await openFunctionsFixture({
    SENDGRID_WEBHOOK_KEY: sendgrid.key,
    TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    TWILIO_AUTH_TOKEN: TWILIO.authToken,
    TWILIO_FROM: TWILIO.number,
  })
  const { pool, clock } = fixture
  const question = sendConfirmationText({
    pool,
    clock,
    carrier: createTextCatcher({ pool, from: TWILIO.number }),
    log: testLog('debug'),
  })
  let mailings = 0

  return {
    ...fixture,
    sendgrid,
    /** Inserts a delivery, by default sent a minute ago. */
    async delivery(
      address: string,
      more: { state?: string; channel?: string; providerId?: string; calendarId?: string } = {},
    ) {
      const { state = 'sent', channel = address.includes('@') ? 'email' : 'sms', providerId = null } = more
      const calendarId = more.calendarId ?? (await fixture.calendar())
      const { rows } = await pool.query(insertDelivery, [calendarId, ++mailings, channel, address, state, providerId])
      return { id: rows[0].id as string, calendarId }
    },
    async stateOf(deliveryId: string): Promise<string> {
      const { rows } = await pool.query('select state from public.deliveries where id = $1', [deliveryId])
      return rows[0].state
    },
    async suppressed(address: string): Promise<string | null> {
      const { rows } = await pool.query('select reason from public.suppressions where address = $1', [address])
      return rows[0]?.reason ?? null
    },
    async events(events: unknown, timestamp?: number) {
      const response = await fixture.request('/webhooks/sendgrid/events', sendgrid.post(events, timestamp))
      return response.status
    },
    async twilio(url: string, fields: Record<string, string>) {
      const { pathname, search } = new URL(url)
      const response = await fixture.request(pathname + search, twilioPost(url, fields))
      return { status: response.status, text: await response.text() }
    },
    /** Sends the queued confirmation texts; returns and deletes the texts to this number. */
    async texts(to: string): Promise<string[]> {
      await fixture.work({ 'send-confirmation-text': question })
      const { rows } = await pool.query(
        "delete from private.caught_messages where kind = 'sms' and recipient = $1 returning text",
        [to],
      )
      return rows.map(({ text }) => text)
    },
  }
}

const insertDelivery = `
  with mailing as (
    insert into public.mailings (calendar_id, day, sequence) values ($1, current_date, $2) returning id
  )
  insert into public.deliveries (mailing_id, calendar_id, channel, address, state, provider_id, lease_token, lease_until, sent_at)
  select id, $1, $3, $4, $5, $6,
    case when $5 in ('claimed', 'committing') then gen_random_uuid() end,
    case when $5 in ('claimed', 'committing') then now() + interval '30 seconds' end,
    case when $5 in ('sent', 'delivered', 'bounced') then now() - interval '1 minute' end
  from mailing
  returning id`
