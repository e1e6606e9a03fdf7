// Requests that are far too much: huge bodies, with a length and without, JSON a million deep, ten thousand keys and parameters, gzip
// bombs, headers past every limit. Each is refused soon and cheaply, and good visitors beside notice nothing.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { paceOf, type SendRate, startLoad, tally } from './load.ts'
import type { ProgramFixture } from './program-fixture.ts'
import { wrongOf } from './restarts.ts'
import { isAsItShould } from './visitors.ts'

export type OversizeOptions = { rounds: number; megabytes: number; perSecond: number }

const AT_ONCE = 8

export type OversizeReport = {
  sent: number
  /** By what was sent where: the statuses that came back. */
  refused: Record<string, Record<string, number>>
  /** How long a refusal took, as the sender saw it. */
  refusals: SendRate
  answers: Record<string, Record<string, number>>
  wrong: string[]
  pace: { before: SendRate; beside: SendRate }
  exits: number
  memoryMb: { before: number; highest: number; after: number }
}

type Sending = { head: string; body?: Buffer; times?: number }
type Refusal = { name: string; status: number; ms: number }

export async function sendingTooMuch(
  program: ProgramFixture,
  { rounds, megabytes, perSecond }: OversizeOptions,
): Promise<OversizeReport> {
  const load = startLoad(program.url, perSecond, program.visitors.next)
  await sleep(2_000)
  const baseline = load.answers.length
  const before = program.memory()
  let highest = before
  const watching = setInterval(() => {
    highest = Math.max(highest, program.memory())
  }, 100)
  const refusals: Refusal[] = []
  const all = Object.entries(oversized(program, megabytes))
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < all.length; at += AT_ONCE)
      refusals.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(([name, one]) => send(program, name, one)))))
  }
  clearInterval(watching)
  await load.stop()
  return {
    sent: refusals.length,
    refused: countRefusals(refusals),
    refusals: paceOf(refusals),
    answers: tally(load.answers),
    wrong: wrongOf(load.answers),
    pace: {
      before: paceOf(load.answers.slice(0, baseline).filter(isAsItShould)),
      beside: paceOf(load.answers.slice(baseline).filter(isAsItShould)),
    },
    exits: program.exits(),
    memoryMb: { before, highest, after: program.memory() },
  }
}

const doors = [
  '/rest/v1/events',
  '/rest/v1/rpc/search_calendars',
  '/auth/v1/signup',
  '/auth/v1/token?grant_type=password',
  '/functions/v1/opt-out',
  '/functions/v1/send-contact-email',
  '/webhooks/twilio/inbound',
  '/webhooks/sendgrid/events',
  '/opt-out/one-click',
  '/calendar/x',
]

function oversized({ url, apikey }: ProgramFixture, megabytes: number): Record<string, Sending> {
  const start = (line: string, more = '') =>
    `${line} HTTP/1.1\r\nHost: ${new URL(url).host}\r\napikey: ${apikey}\r\n${more}`
  const json = 'Content-Type: application/json\r\n'
  const block = Buffer.alloc(1024 * 1024, 'a')
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), block, Buffer.from('\r\n')])
  const whole = (path: string, text: string, more = '') => {
    const body = Buffer.from(text)
    return { head: start(`POST ${path}`, `${json}${more}Content-Length: ${body.length}\r\n\r\n`), body }
  }
  const deep = '['.repeat(400_000) + ']'.repeat(400_000)
  const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`k${n}`, n])))
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))
  const gzip = (path: string): Sending => ({
    head: start(`POST ${path}`, `${json}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`),
    body: bomb,
  })
  const sendings: Record<string, Sending> = {}
  for (const path of doors) {
    const length = megabytes * block.length
    sendings[`${path}: ${megabytes} MB`] = {
      head: start(`POST ${path}`, `${json}Content-Length: ${length}\r\n\r\n`),
      body: block,
      times: megabytes,
    }
    sendings[`${path}: ${megabytes} MB in chunks`] = {
      head: start(`POST ${path}`, `${json}Transfer-Encoding: chunked\r\n\r\n`),
      body: chunk,
      times: megabytes,
    }
    sendings[`${path}: deep JSON`] = whole(path, deep)
    sendings[`${path}: deep objects`] = whole(path, `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`)
    sendings[`${path}: many keys`] = whole(path, keys)
    sendings[`${path}: gzip bomb`] = gzip(path)
  }
  sendings['64 kB of headers'] = { head: start('GET /', `X-Much: ${'a'.repeat(64 * 1024)}\r\n\r\n`) }
  sendings['2,000 headers'] = { head: start('GET /', `${'X-Many: a\r\n'.repeat(2_000)}\r\n`) }
  sendings['64 kB address'] = { head: start(`GET /${'a'.repeat(64 * 1024)}`, '\r\n') }
  const parameters = Array.from({ length: 1_500 }, (_, n) => `a${n}=1`).join('&')
  sendings['1,500 parameters'] = { head: start(`GET /rest/v1/events?${parameters}`, '\r\n') }
  return sendings
}

/** The status that came back; 0 when the connection was closed without one. */
function send({ url }: ProgramFixture, name: string, { head, body, times = 1 }: Sending): Promise<Refusal> {
  const began = performance.now()
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const done = () => {
      clearTimeout(givingUp)
      socket.destroy()
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0)
      resolve({ name, status, ms: performance.now() - began })
    }
    const givingUp = setTimeout(done, 20_000)
    socket.setEncoding('latin1')
    socket.on('error', done)
    socket.on('close', done)
    socket.on('data', (text: string) => {
      received += text
      if (/^HTTP\/1\.1 [2-5]\d\d[\s\S]*?\r\n\r\n/.test(received)) done()
    })
    socket.on('connect', () => {
      socket.write(head)
      let left = body ? times : 0
      const push = () => {
        while (left > 0 && !socket.destroyed) {
          left--
          if (!socket.write(body as Buffer)) return void socket.once('drain', push)
        }
        if (times > 1 && head.includes('chunked')) socket.write('0\r\n\r\n')
      }
      push()
    })
  })
}

function countRefusals(refusals: Refusal[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const { name, status } of refusals) {
    const what = name.replace(/^\/[^:]*: /, '')
    counts[what] = { ...counts[what], [status]: (counts[what]?.[status] ?? 0) + 1 }
  }
  return counts
}
