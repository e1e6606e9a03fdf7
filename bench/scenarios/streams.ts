import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMs, residentMb } from '../cpu.ts'
import { calendarId } from '../data.ts'
import { code } from '../measured-code.ts'
import type { Product } from '../product.ts'
import { type Scenario, value } from '../scenario.ts'

const STREAMS = 1000
const NETWORKS = 100

export const scenario: Scenario = {
  question: 'How long until 1,000 streams on one server know of a change, and what do they cost?',
  code: code.streams,
  sizes: ['S'],
  targets: [{ says: '≤ 1 s', value: value('ms'), atMost: 1000 }],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    const streams: IncomingMessage[] = []
    const most = bench.amount(STREAMS, 20)
    bench.atEnd(() => {
      for (const stream of streams) stream.destroy()
    })
    return [
      {
        name: 'Townbell',
        async measure(seconds) {
          const before = residentMb(product.costs.node)
          while (streams.length < most) streams.push(await follow(product, streams.length % NETWORKS))
          bench.say(`${Math.round(residentMb(product.costs.node) - before)} MB more with ${most} streams`)
          const idle = cpuMs(product.costs)
          await sleep(seconds * 1000)
          const quiet = cpuMs(product.costs)
          bench.say(
            `${((quiet.node! - idle.node!) / Math.max(seconds, 1)).toFixed(1)} ms of CPU a second while nothing changes`,
          )
          const ms = await changeOnce(product, streams)
          const used = cpuMs(product.costs)
          return {
            ms,
            nodeCpu: used.node! - quiet.node!,
            postgresCpu: used.postgres! - quiet.postgres!,
            mb: residentMb(product.costs.node),
            errors: 0,
          }
        },
      },
    ]
  },
}

function follow({ url, headers }: Product, network: number): Promise<IncomingMessage> {
  const path = `/functions/v1/calendar-stream?calendar_id=${calendarId(1)}`
  return new Promise((resolve, reject) => {
    const from = { ...headers.guest, 'x-forwarded-for': `198.51.100.${network}` }
    get(url + path, { headers: from, agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`))
      answer.resume().once('data', () => resolve(answer))
    }).once('error', reject)
  })
}

/** Returns how long it takes until the last one was notified. */
async function changeOnce({ pool }: Product, streams: IncomingMessage[]): Promise<number> {
  const told = streams.map(
    (stream) =>
      new Promise<void>((resolve) => {
        const listen = (chunk: Buffer) => {
          if (!chunk.includes('event: events')) return
          stream.off('data', listen)
          resolve()
        }
        stream.on('data', listen)
      }),
  )
  const started = performance.now()
  await pool.query('update public.calendars set version = version + 1 where id = $1', [calendarId(1)])
  await Promise.all(told)
  return performance.now() - started
}
