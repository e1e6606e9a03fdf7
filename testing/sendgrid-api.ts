// SendGrid's API as far as we use it, on loopback: templates and /v3/mail/send, with its answers and its failures.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SendgridMail = {
  personalizations: {
    to: { email: string }[]
    headers: Record<string, string>
    custom_args?: Record<string, string>
    dynamic_template_data?: Record<string, unknown>
  }[]
  from: { email: string; name: string }
  subject?: string
  content?: { type: string; value: string }[]
  template_id?: string
}

export type SendgridApi = {
  url: string
  key: string
  mails: SendgridMail[]
  templates: Map<string, { subject: string; html: string; text: string }>
  /** The next responses of /v3/mail/send; `hang` accepts the mail and never responds. */
  answers: (number | 'hang')[]
  close(): Promise<void>
}

export async function startSendgridApi(): Promise<SendgridApi> {
  const mails: SendgridMail[] = []
  const templates: SendgridApi['templates'] = new Map()
  const answers: SendgridApi['answers'] = []
  const key = 'SG.test'
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body === undefined ? '' : JSON.stringify(body))
    }
    if (request.headers.authorization !== `Bearer ${key}`)
      return answer(401, {
        errors: [{ message: 'The provided authorization grant is invalid, expired, or revoked', field: null }],
      })
    let text = ''
    for await (const chunk of request) text += chunk
    const template = /^\/v3\/templates\/([^/?]+)$/.exec(request.url ?? '')
    if (request.method === 'GET' && template) {
      const found = templates.get(decodeURIComponent(template[1] ?? ''))
      if (!found) return answer(404, { errors: [{ message: 'template not found' }] })
      const { subject, html, text: plain } = found
      return answer(200, {
        id: template[1],
        generation: 'dynamic',
        versions: [
          { active: 0, subject: 'An old version', html_content: 'old', plain_content: 'old' },
          { active: 1, subject, html_content: html, plain_content: plain },
        ],
      })
    }
    if (request.method === 'POST' && request.url === '/v3/mail/send') {
      const next = answers.shift() ?? 202
      const mail = JSON.parse(text) as SendgridMail
      if (next === 202 || next === 'hang') mails.push(mail)
      if (next === 'hang') return request.socket.destroy()
      if (next === 429) return answer(429, { errors: [{ message: 'too many requests' }] }, { 'retry-after': '7' })
      if (next === 400)
        return answer(400, {
          errors: [{ message: 'Does not contain a valid address.', field: 'personalizations.0.to.0.email' }],
        })
      return next === 202
        ? answer(202, undefined, { 'x-message-id': `sg-${mails.length}` })
        : answer(next, { errors: [{ message: 'no' }] })
    }
    answer(404, { errors: [{ message: 'not found' }] })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    mails,
    templates,
    answers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
