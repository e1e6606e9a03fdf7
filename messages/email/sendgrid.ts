// Mail through SendGrid's /v3/mail/send, one recipient per call, so that after a crash the outcome of one mail is unknown, not of a thousand.

import { notSent } from '../outcome.ts'
import { callProvider, retryAfter } from '../provider-call.ts'
import { SENDGRID_API, type SendgridOptions } from '../template-service/sendgrid-templates.ts'
import { checkMail, type EmailCarrier, type Mail, requireMaySend } from './carrier.ts'

export function createSendgrid({ apiKey, apiUrl = SENDGRID_API }: SendgridOptions): EmailCarrier {
  return {
    async send(mail, maySend) {
      checkMail(mail)
      await requireMaySend(maySend)
      const { status, headers, body } = await callProvider(`${apiUrl}/v3/mail/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(mail)),
      })
      if (status === 202 || status === 200) return { providerId: headers.get('x-message-id') ?? undefined }
      throw errorOf(status, headers, body)
    },
    async close() {},
  }
}

function requestOf(mail: Mail) {
  const { from, to, subject, html, text, messageId, reference, template, calendarParts = [] } = mail
  // SendGrid rejects a mail with Reply-To among its headers.
  const { 'Reply-To': replyTo, ...headers } = mail.headers
  return {
    personalizations: [
      {
        to: [{ email: to }],
        headers: { ...headers, 'Message-ID': messageId },
        ...(reference ? { custom_args: { delivery_id: reference } } : {}),
        ...(template ? { dynamic_template_data: template.data } : {}),
      },
    ],
    from: { email: from.address, name: from.name },
    ...(replyTo ? { reply_to: { email: replyTo } } : {}),
    ...(template
      ? { template_id: template.id }
      : {
          subject,
          content: [
            { type: 'text/plain', value: text },
            { type: 'text/html', value: html },
          ],
        }),
    ...(calendarParts.length > 0
      ? {
          attachments: calendarParts.map(({ name, text: file, method = 'PUBLISH' }) => ({
            content: Buffer.from(file).toString('base64'),
            filename: name,
            type: `text/calendar; method=${method}`,
            disposition: 'attachment',
          })),
        }
      : {}),
    // Our links are signed, and our mails have an unsubscribe link; SendGrid's rewriting and footers would interfere with both.
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
    },
  }
}

/** 401 and 403: our key or sender address is rejected. 429: we send too fast. 400 and 413: this mail will never be accepted. */
function errorOf(status: number, headers: Headers, body: Record<string, unknown>) {
  const [first] = Array.isArray(body.errors) ? (body.errors as { field?: string }[]) : []
  const code = first?.field ? `${status} ${first.field}` : String(status)
  if (status === 401 || status === 403) return notSent('alarm', code, { isCarrier: true })
  if (status === 429) return notSent('temporary', code, { isCarrier: true, retryAfterMs: retryAfter(headers) })
  return notSent('permanent', code)
}
