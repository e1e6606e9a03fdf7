// Texts through Twilio. Sending is not idempotent there, so `find` looks for a text whose fate is unknown before it is sent again.
import { notSent } from '../outcome.ts'
import { callProvider, retryAfter } from '../provider-call.ts'
import type { TextCarrier } from './carrier.ts'

export type TwilioOptions = {
  accountSid: string
  authToken: string
  /** A number in E.164, or the id of a messaging service (MG…). */
  from: string
  /** The URL to which Twilio reports the delivery status of a text. */
  statusUrl: string
  apiUrl?: string | undefined
}

const TWILIO_API = 'https://api.twilio.com'

export function createTwilio(options: TwilioOptions): TextCarrier {
  const { accountSid, authToken, from, statusUrl, apiUrl = TWILIO_API } = options
  const messages = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    async send({ to, body, reference }) {
      const callback = reference ? `${statusUrl}?delivery=${encodeURIComponent(reference)}` : statusUrl
      const form = new URLSearchParams({
        To: to,
        Body: body,
        ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }),
        // Twilio rejects a message whose callback it cannot reach, such as localhost.
        ...(statusUrl.startsWith('https:') ? { StatusCallback: callback } : {}),
      })
      const answer = await callProvider(messages, { method: 'POST', headers: { authorization }, body: form })
      if (answer.status === 201 || answer.status === 200) return { providerId: String(answer.body.sid) }
      throw errorOf(answer.status, answer.headers, Number(answer.body.code))
    },

    async find({ to, body }, since) {
      // Twilio filters by day; the exact time is compared below.
      const query = new URLSearchParams({ To: to, 'DateSent>': since.toISOString().slice(0, 10), PageSize: '50' })
      const answer = await callProvider(`${messages}?${query}`, { headers: { authorization } })
      if (answer.status !== 200) throw errorOf(answer.status, answer.headers, Number(answer.body.code))
      const found = (answer.body.messages as { sid: string; body: string; to: string; date_created: string }[]).find(
        (message) =>
          message.to === to && message.body === body && Date.parse(message.date_created) >= since.getTime() - 1000,
      )
      return found ? { providerId: found.sid } : null
    },
    async close() {},
  }
}

/** The person replied STOP to this number. */
const STOPPED = 21610
/** The number is not a phone that receives texts. */
const NO_SUCH_PHONE = new Set([21211, 21214, 21217, 21401, 21407, 21421, 21612, 21614])

function errorOf(status: number, headers: Headers, twilioCode: number) {
  const code = Number.isFinite(twilioCode) ? `${status} ${twilioCode}` : String(status)
  if (status === 429) return notSent('temporary', code, { isCarrier: true, retryAfterMs: retryAfter(headers) })
  if (status === 401 || status === 403) return notSent('alarm', code, { isCarrier: true })
  if (twilioCode === STOPPED) return notSent('permanent', code, { isBadAddress: true })
  return notSent('permanent', code, { isBadAddress: NO_SUCH_PHONE.has(twilioCode) })
}
