// Twilio's Messages API as far as we use it, on loopback: sending, listing, its error codes and its failures.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TwilioMessage = {
  sid: string
  to: string
  from: string
  body: string
  date_created: string
  callback: string | null
}

export type TwilioApi = {
  url: string
  accountSid: string
  authToken: string
  messages: TwilioMessage[]
  /** The next responses to sends: a status, a Twilio code, or `hang`: the text is accepted and the response lost. */
  answers: (number | 'hang')[]
  close(): Promise<void>
}

export async function startTwilioApi(): Promise<TwilioApi> {
  const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
  const authToken = 'twilio-test-token'
  const messages: TwilioMessage[] = []
  const answers: TwilioApi['answers'] = []
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    }
    let text = ''
    for await (const chunk of request) text += chunk
    const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    if (request.headers.authorization !== basic)
      return answer(401, { code: 20003, message: 'Authenticate', status: 401 })
    const url = new URL(request.url ?? '', 'http://twilio.test')
    if (url.pathname !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
      return answer(404, { code: 20404, status: 404 })
    if (request.method === 'GET') {
      const to = url.searchParams.get('To')
      const since = url.searchParams.get('DateSent>') ?? ''
      const found = messages.filter(
        (message) => message.to === to && new Date(message.date_created).toISOString().slice(0, 10) >= since,
      )
      return answer(200, { messages: found.toReversed(), page: 0, page_size: 50 })
    }
    const form = new URLSearchParams(text)
    const next = answers.shift() ?? 201
    const message = {
      sid: `SM${String(messages.length).padStart(32, '0')}`,
      to: form.get('To') ?? '',
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      body: form.get('Body') ?? '',
      // Twilio's date format (RFC 2822).
      date_created: new Date().toUTCString().replace('GMT', '+0000'),
      callback: form.get('StatusCallback'),
    }
    if (next === 201 || next === 'hang') messages.push(message)
    if (next === 201) return answer(201, { ...message, status: 'queued' })
    if (next === 'hang') return request.socket.destroy()
    if (next === 429)
      return answer(429, { code: 20429, message: 'Too Many Requests', status: 429 }, { 'retry-after': '3' })
    if (next >= 10_000) return answer(400, { code: next, message: 'refused', status: 400 })
    answer(next, { code: 20500, message: 'error', status: next })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid,
    authToken,
    messages,
    answers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
