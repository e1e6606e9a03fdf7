// Sends random requests as several people, and checks every answer against rules that always hold.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { newNetwork } from '#tests/http/threats/fixture.ts'
import { type Dice, diceOf } from './dice.ts'
import { endpointRequest } from './endpoints.ts'
import { type FuzzFixture, openFuzzFixture, type Round, type Who } from './fixture.ts'
import { type Request, restRequest } from './rest.ts'

export type FuzzReport = {
  seed: number
  requests: number
  /** By surface: how often each status was answered. */
  statuses: Record<string, Record<string, number>>
  byPerson: Record<string, number>
  /** Endpoints besides the data API, and how many of them were tried. */
  endpoints: { all: number; tried: number }
  /** Answers of the data API that showed something: questions that are always refused would prove nothing. */
  shown: number
  canaries: { columns: number; bare: string[] }
  wrong: string[]
  /** Rows of others that are not what they were. */
  changed: string[]
  /** What the program itself called an error. */
  faults: string[]
}

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

const ROUND = 400
const AT_ONCE = 8
const ENOUGH = 25

export async function fuzzing({ seed, requests }: { seed: number; requests: number }): Promise<FuzzReport> {
  const fixture = await openFuzzFixture()
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const dice = diceOf(seed)
  const statuses: FuzzReport['statuses'] = {}
  const byPerson: FuzzReport['byPerson'] = {}
  const tried = new Set<string>()
  const wrong = new Map<string, string>()
  let shown = 0
  try {
    let round = await fixture.round()
    for (let sent = 0; sent < requests && wrong.size < ENOUGH; sent += AT_ONCE) {
      if (sent > 0 && sent % ROUND === 0) round = await fixture.round()
      const batch = Array.from({ length: AT_ONCE }, () => throwOne(dice, fixture, round))
      await Promise.all(
        batch.map(async ({ who, request, endpoint }) => {
          const answer = await send(fixture.base.url, agent, request)
          const surface = surfaceOf(request)
          statuses[surface] = { ...statuses[surface], [answer.status]: (statuses[surface]?.[answer.status] ?? 0) + 1 }
          byPerson[who.name] = (byPerson[who.name] ?? 0) + 1
          if (endpoint) tried.add(endpoint)
          if (surface === 'rest' && answer.status === 200 && answer.text.length > 2) shown++
          const problem = problemOf(surface, who, request, answer)
          if (problem) wrong.set(`${problem.slice(0, 60)} ${surface}`, describe(problem, who, request, answer))
        }),
      )
    }
    return {
      seed,
      requests: Object.values(byPerson).reduce((sum, count) => sum + count, 0),
      statuses,
      byPerson,
      endpoints: { all: fixture.endpoints.length, tried: tried.size },
      shown,
      canaries: { columns: fixture.planted.columns, bare: fixture.planted.bare },
      wrong: [...wrong.values()],
      changed: await fixture.changed(),
      faults: fixture.base.logged.filter((line) => /"level":[56]0/.test(line) && !isMailServerAway(line)).slice(0, 10),
    }
  } finally {
    agent.destroy()
    await fixture.close()
  }
}

/** The mail server and Twilio are not there, on purpose. */
const isMailServerAway = (line: string) => /ECONNREFUSED|a job failed|mail server/.test(line)

function throwOne(dice: Dice, { endpoints }: FuzzFixture, { people, inputs, schema }: Round) {
  const who = dice.pick(people)
  const { endpoint, ...made } = dice.maybe(0.6)
    ? { ...restRequest(dice, schema, who.role), endpoint: undefined }
    : endpointRequest(dice, inputs, endpoints)
  // From a network of its own, or the limits would be all that is met.
  const headers: Record<string, string> = { ...who.headers(), 'x-forwarded-for': newNetwork(), ...made.headers }
  if (dice.maybe(0.02)) headers.authorization = dice.pick(['Bearer x', 'Basic eDp4', 'Bearer ', 'Bearer a.b.c'])
  if (dice.maybe(0.01)) headers.apikey = 'wrong'
  if (dice.maybe(0.02)) headers.origin = 'https://evil.example'
  if (dice.maybe(0.01)) headers['x-supabase-api-version'] = '2024-01-01'
  return { who, endpoint, request: { ...made, headers } }
}

function send(url: string, agent: Agent, { method, path, headers, body }: Request): Promise<Answer> {
  return new Promise((resolve) => {
    const lost = (error: Error) => resolve({ status: 0, headers: {}, text: error.message })
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { method, headers: { ...headers, ...length }, agent, timeout: 120_000 }
    const sent = request(url + path, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', lost)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', lost)
    sent.end(body)
  })
}

/** Who answers; other methods than reading end at the site, which answers whatever is nobody else's. */
function surfaceOf({ method, path }: Request): string {
  const api = /^\/(rest|auth|functions|webhooks|opt-out\/one-click)\b/.exec(path)?.[1]
  if (api) return api
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && /^\/(feed\/[^/?]+|calendar\/([^/?]+\.(ics|rss|json)|[^/?]+\/events\/[^/?]+\.ics))(\?|$)/.test(path))
    return 'feed'
  return (isRead && /^\/(metrics|health|ready)(\?|$)/.exec(path)?.[1]) || 'site'
}

/** Rules for every answer, whatever the request. */
function problemOf(
  surface: string,
  { mayNotSee }: Who,
  { method }: Request,
  { status, headers, text }: Answer,
): string | undefined {
  if (status === 0) return `no answer: ${text}`
  if (status >= 500 && status !== 504) return `${status}`
  const told = `${text}${JSON.stringify(headers)}`
  const seen = mayNotSee.exec(told)
  if (seen) return `shows ${told.slice(Math.max(0, seen.index - 60), seen.index + 60)}`
  if (/\n\s+at .*:\d+|node_modules|\.ts:\d+|syntax error at or near/.test(text)) return 'tells about our code'
  if (status < 400 || method === 'HEAD' || surface === 'site' || surface === 'health' || surface === 'ready') return
  if (surface === 'auth' && headers['content-type']?.startsWith('text/html')) return
  return dialectProblem(surface, headers, text)
}

const dialects: Record<string, string[]> = { auth: ['error_code', 'msg'], rest: ['code', 'message', 'details', 'hint'] }

function dialectProblem(surface: string, headers: IncomingHttpHeaders, text: string): string | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return `an error that is ${headers['content-type']}`
  const body: object = JSON.parse(text)
  const missing = (dialects[surface] ?? ['error', 'code']).filter((key) => !(key in body))
  return missing.length > 0 ? `an error without ${missing.join(', ')}` : undefined
}

function describe(
  problem: string,
  { name }: Who,
  { method, path, body = '', headers }: Request,
  answer: Answer,
): string {
  const { authorization: _, apikey: __, ...shown } = headers
  return `${problem}\n  ${name}: ${method} ${path.slice(0, 600)}\n  ${JSON.stringify(shown)}\n  ${body.slice(0, 600)}\n  ${answer.status} ${answer.text.slice(0, 300)}`
}
