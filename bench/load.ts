// Loads a server with wrk, and measures its response times and the CPU time of its processes. The visitors share the
// machine with what is measured: a client in JavaScript took a fifth of the two processors, wrk takes a fiftieth. A try sends each
// request once, without wrk.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Costs, cpuMs } from './cpu.ts'
import type { Sample } from './scenario.ts'

export type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string }
export type Load = {
  port: number
  asks: Ask[]
  connections?: number
  seconds: number
  costs: Costs
  /** Each visitor waits so long before each request, as people do; otherwise they send as fast as they are answered. */
  pauseMs?: number
}

export async function load({ port, asks, connections = 16, seconds, costs, pauseMs }: Load): Promise<Sample> {
  if (seconds === 0) return once(port, asks, costs)
  await read(port, asks[0]!)
  const folder = mkdtempSync(join(tmpdir(), 'townbell-wrk-'))
  try {
    const file = join(folder, 'visitors.lua')
    writeFileSync(file, visitors(asks, pauseMs))
    const visit = (time: number) =>
      wrk([
        '-t1',
        '--timeout',
        '30s',
        `-c${connections}`,
        `-d${Math.ceil(time)}s`,
        '-s',
        file,
        `http://127.0.0.1:${port}`,
      ])
    await visit(Math.min(2, seconds))
    const before = cpuMs(costs)
    const { count, errors, ...report } = await visit(seconds)
    const after = cpuMs(costs)
    if (errors > 0) throw new Error(`${errors} of ${count} requests failed`)
    const { p50 } = report
    // Nobody was answered: they waited all the time.
    const p99 = count > 0 ? report.p99 : report.seconds * 1000
    return { perSecond: count / report.seconds, p50, p99, ...cpuOfEach(costs, before, after, count), errors }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function once(port: number, asks: Ask[], costs: Costs): Promise<Sample> {
  const before = cpuMs(costs)
  const took: number[] = []
  for (const ask of asks) {
    const began = performance.now()
    await read(port, ask)
    took.push(performance.now() - began)
  }
  const total = took.reduce((sum, ms) => sum + ms, 0)
  const [p50, p99] = [0.5, 0.99].map((share) => took.toSorted((a, b) => a - b)[Math.floor(took.length * share)]!)
  const perSecond = (took.length / total) * 1000
  return { perSecond, p50: p50!, p99: p99!, ...cpuOfEach(costs, before, cpuMs(costs), took.length), errors: 0 }
}

function cpuOfEach(costs: Costs, before: Record<string, number>, after: Record<string, number>, count: number) {
  const each = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / count
  return {
    ...('node' in costs ? { nodeCpu: each('node') } : {}),
    ...('postgres' in costs ? { postgresCpu: each('postgres') } : {}),
  }
}

/** Sends requests, whatever the answers, while `work` runs; `work` begins when they have gone on for a while. 0: all are sent at once. */
export async function beside<T>(
  { port, asks, connections = 64, warmMs }: Pick<Load, 'port' | 'asks' | 'connections'> & { warmMs: number },
  work: () => Promise<T>,
): Promise<T> {
  if (warmMs === 0) {
    const [result] = await Promise.all([work(), ...asks.map((ask) => send(port, ask))])
    return result
  }
  const folder = mkdtempSync(join(tmpdir(), 'townbell-wrk-'))
  const file = join(folder, 'attack.lua')
  writeFileSync(file, visitors(asks))
  const attack = spawn('wrk', ['-t1', `-c${connections}`, '-d600s', '-s', file, `http://127.0.0.1:${port}`], {
    stdio: 'ignore',
  })
  try {
    await sleep(warmMs)
    return await work()
  } finally {
    attack.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One answer is read: a server that answers fast and wrong must not be measured. */
export async function read(port: number, ask: Ask): Promise<string> {
  const { status, text } = await send(port, ask)
  if (status >= 400) throw new Error(`${ask.method ?? 'GET'} ${ask.path} answered ${status}: ${text.slice(0, 1000)}`)
  return text
}

export async function send(port: number, { path, method = 'GET', headers = {}, body }: Ask) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...fromNetwork(reads++), ...headers },
    ...(body ? { body } : {}),
  })
  return { status: answer.status, text: await answer.text() }
}

type Report = { count: number; errors: number; seconds: number; p50: number; p99: number }

async function wrk(words: string[]): Promise<Report> {
  const { stdout } = await promisify(execFile)('wrk', words).catch((error) => {
    throw error.code === 'ENOENT' ? new Error('wrk is missing: apt-get install wrk') : error
  })
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{')))
}

/** One after another, whichever connection is free; and the figures as JSON. */
const visitors = (asks: Ask[], pauseMs?: number) => `
  ${pauseMs ? `function delay() return math.random(0, ${2 * pauseMs}) end` : ''}
  local requests = { ${repeated(asks)
    .map((ask, at) => JSON.stringify(written(ask, at)))
    .join(', ')} }
  local next = 0
  function request()
    next = next % #requests + 1
    return requests[next]
  end
  function done(summary, latency)
    local failed = 0
    for _, count in pairs(summary.errors) do failed = failed + count end
    print(string.format('\\n{"count":%d,"errors":%d,"seconds":%f,"p50":%f,"p99":%f}', summary.requests, failed,
      summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
  end`

/** Each request comes from another network, as visitors' do: one that sends everything would wait for its share. */
const fromNetwork = (n: number) => ({ 'x-forwarded-for': `198.18.${Math.floor(n / 250) % 250}.${(n % 250) + 1}` })
const NETWORKS = 50
const repeated = (asks: Ask[]) => Array.from({ length: Math.ceil(NETWORKS / asks.length) }, () => asks).flat()
let reads = 0

function written({ path, method = 'GET', headers = {}, body = '' }: Ask, at: number): string {
  const all = {
    host: 'localhost',
    ...fromNetwork(at),
    ...headers,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
