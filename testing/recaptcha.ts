// Google's siteverify, as its documentation tells: POST of secret and response, answered in JSON. A token is good for two
// minutes and once.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

export type FakeRecaptcha = {
  url: string
  /** The token that the widget returns after a person solved it. */
  solve(): string
  /** Its behavior: normal, or with a fault. */
  mood: 'well' | 'down' | 'nonsense' | 'silent'
  asked: number
  close(): Promise<void>
}

export async function startRecaptcha(secret: string): Promise<FakeRecaptcha> {
  const tokens = new Map<string, number>()
  const fake: FakeRecaptcha = {
    url: '',
    mood: 'well',
    asked: 0,
    solve() {
      const token = randomBytes(300).toString('base64url')
      tokens.set(token, Date.now())
      return token
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server: Server = createServer(async (request, response) => {
    fake.asked++
    if (fake.mood === 'silent') return
    if (fake.mood === 'down') return response.writeHead(503).end('busy')
    if (fake.mood === 'nonsense') return response.writeHead(200).end('<html>')
    let body = ''
    for await (const chunk of request) body += chunk
    const form = new URLSearchParams(body)
    const answer = verdict(request.method ?? '', form)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.url = `http://127.0.0.1:${(server.address() as { port: number }).port}/recaptcha/api/siteverify`
  return fake

  function verdict(method: string, form: URLSearchParams): object {
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] })
    if (method !== 'POST') return refuse('bad-request')
    if (!form.get('secret')) return refuse('missing-input-secret')
    if (form.get('secret') !== secret) return refuse('invalid-input-secret')
    const token = form.get('response')
    if (!token) return refuse('missing-input-response')
    const solvedAt = tokens.get(token)
    if (solvedAt === undefined) return refuse('invalid-input-response')
    tokens.set(token, 0)
    if (Date.now() - solvedAt > 120_000) return refuse('timeout-or-duplicate')
    return { success: true, challenge_ts: new Date(solvedAt).toISOString(), hostname: 'town.example' }
  }
}
