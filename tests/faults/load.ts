// So many requests a second, whatever becomes of them, and a note of every answer: what people do does not slow down when the
// server does.
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'

export type LoadRequest = {
  kind: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}
export type Answer = {
  kind: string
  /** When it was sent, by the clock of `performance`. */
  at: number
  ms: number
  /** 0: no answer came. */
  status: number
  error?: string
  /** These two only of answers that are not as they should be: there are very many of the others. */
  headers: IncomingHttpHeaders
  text: string
  request: LoadRequest
}

export type Load = { answers: Answer[]; underWay(): number; stop(): Promise<void> }

/** Longer than any timeout of the server: a request that waits this long hangs. */
const HANG_MS = 30_000

export function startLoad(url: string, perSecond: number, next: () => LoadRequest): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const answers: Answer[] = []
  const underWay = new Set<Promise<void>>()
  const began = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - began) / 1000) * perSecond; sent++) {
      const one = send(url, agent, next()).then((answer) => {
        answers.push(answer)
        underWay.delete(one)
      })
      underWay.add(one)
    }
  }, 5)
  return {
    answers,
    underWay: () => underWay.size,
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
      agent.destroy()
    },
  }
}

export function send(url: string, agent: Agent, request: LoadRequest): Promise<Answer> {
  const at = performance.now()
  const { method = request.body === undefined ? 'GET' : 'POST', headers = {}, body, kind, path } = request
  return new Promise((resolve) => {
    const done = (status: number, more: Partial<Answer>) => {
      clearTimeout(hanging)
      resolve({ kind, at, ms: performance.now() - at, status, headers: {}, text: '', request, ...more })
    }
    const sent = httpRequest(url + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', (error) => done(0, { error: error.message }))
      response.on('end', () => {
        const status = response.statusCode ?? 0
        if (status < 300) done(status, {})
        else done(status, { headers: response.headers, text: Buffer.concat(chunks).toString() })
      })
    })
    const hanging = setTimeout(() => {
      done(0, { error: 'no answer' })
      sent.destroy()
    }, HANG_MS)
    sent.on('error', (error: NodeJS.ErrnoException) => done(0, { error: error.code ?? error.message }))
    sent.end(body)
  })
}

export type SendRate = { count: number; p50: number; p99: number; max: number }

export function paceOf(answers: { ms: number }[]): SendRate {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** `{ 'rest read': { 200: 812, 503: 14 } }` */
export function tally(answers: Answer[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const { kind, status, error } of answers) {
    const outcome = status === 0 ? `no answer (${error})` : String(status)
    const outcomes = counts[kind] ?? {}
    counts[kind] = { ...outcomes, [outcome]: (outcomes[outcome] ?? 0) + 1 }
  }
  return counts
}
