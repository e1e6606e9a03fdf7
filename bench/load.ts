// Asks a server over and over, and tells how fast it answered and what that cost its processes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Costs, cpuMs } from './cpu.ts'
import type { LoadOrder, LoadReport } from './load-process.ts'
import type { Sample } from './scenario.ts'

export type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string }
export type Load = { port: number; asks: Ask[]; connections?: number; seconds: number; costs: Costs }

const PROCESS = fileURLToPath(new URL('./load-process.ts', import.meta.url))

export async function load({ port, asks, connections = 16, seconds, costs }: Load): Promise<Sample> {
  await read(port, asks[0]!)
  const child = fork(PROCESS)
  try {
    const order: LoadOrder = {
      port,
      requests: asks.map(written),
      connections,
      warmMs: Math.min(2000, seconds * 400),
      measureMs: seconds * 1000,
    }
    child.send(order)
    await message(child, 'warm')
    const before = cpuMs(costs)
    const report = (await message(child)) as LoadReport
    const after = cpuMs(costs)
    if (report.firstError) throw new Error(`${report.errors} requests failed, the first so: ${report.firstError}`)
    const each = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / report.count
    return {
      perSecond: report.count / report.seconds,
      p50: report.p50,
      p99: report.p99,
      ...('node' in costs ? { nodeCpu: each('node') } : {}),
      ...('postgres' in costs ? { postgresCpu: each('postgres') } : {}),
      errors: report.errors,
    }
  } finally {
    child.kill()
  }
}

/** One answer is read: a server that answers fast and wrong must not be measured. */
export async function read(port: number, { path, method = 'GET', headers = {}, body }: Ask): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body ? { body } : {}) })
  const text = await answer.text()
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 1000)}`)
  return text
}

async function message(child: ReturnType<typeof fork>, expected?: string): Promise<unknown> {
  const exit = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the load ended with ${code}`)))
  exit.catch(() => {})
  const [said] = await Promise.race([once(child, 'message'), exit])
  if (expected !== undefined && said !== expected) throw new Error(`the load said ${JSON.stringify(said)}`)
  return said
}

function written({ path, method = 'GET', headers = {}, body = '' }: Ask): string {
  const all = { host: 'localhost', ...headers, ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
