// Postfix's own pair for measuring: a source that sends as fast as it can, and a sink that takes everything at once.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { freePort } from '#database/embedded.ts'
import { cpuMs } from '../cpu.ts'
import { startListening } from '../program.ts'
import type { Bench, Contender } from '../scenario.ts'
import { startServer } from '../server.ts'
import type { SinkOptions, SinkReport } from './sink-server.ts'

const HOW = 'apt-get install --no-install-recommends postfix; its daemon need not run'
const BYTES = 20_000

/** Returns the port of Postfix's sink, or of our own when Postfix is not installed. */
export async function startSink(bench: Bench): Promise<number> {
  const program = bench.program('smtp-sink', HOW)
  if (!program) {
    const options: SinkOptions = { offsets: [0], connections: 1000, mailsPerConnection: 100_000, delayMs: [0, 0] }
    return (await startOwnSink(bench, options)).port
  }
  const port = await freePort()
  // As root it needs a user to switch to.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  await startListening(bench, program, { words: [...user, `127.0.0.1:${port}`, '1000'], port })
  return port
}

export type Sink = { process: ChildProcess; port: number; report(): Promise<SinkReport> }

/** Returns a sink that takes its time and counts. */
export async function startOwnSink(bench: Bench, options: SinkOptions): Promise<Sink> {
  const child = fork(new URL('./sink-server.ts', import.meta.url))
  bench.atEnd(() => child.kill())
  child.send(options)
  const [port] = (await once(child, 'message')) as [number]
  return {
    process: child,
    port,
    async report() {
      child.send('report')
      const [report] = (await once(child, 'message')) as [SinkReport]
      return report
    },
  }
}

export function smtpSource(bench: Bench, port: number, mails: number): Contender[] {
  const program = bench.program('smtp-source', HOW)
  if (!program) return []
  const flags = ['-s', '10', '-l', String(BYTES), '-m', String(mails), '-f', 'bell@example.org', '-t', 'a@example.org']
  return [
    {
      name: 'smtp-source, 10 sessions',
      async measure() {
        const began = performance.now()
        await promisify(execFile)(program, [...flags, `127.0.0.1:${port}`])
        const ms = performance.now() - began
        return { perSecond: (mails / ms) * 1000, ms, errors: 0 }
      },
    },
  ]
}

export async function nodemailer(bench: Bench, port: number, mails: number): Promise<Contender> {
  const file = new URL('./nodemailer-server.ts', import.meta.url).pathname
  const server = await startServer(bench, file, { SMTP_PORT: String(port), BYTES: String(BYTES) })
  return {
    name: 'nodemailer, pool of 10, html',
    async measure() {
      const before = cpuMs({ node: server.pid })
      const answer = await fetch(`http://127.0.0.1:${server.port}/${mails}`)
      const { ms, errors } = (await answer.json()) as { ms: number; errors: number }
      const cpu = (cpuMs({ node: server.pid }).node ?? 0) - (before.node ?? 0)
      return { perSecond: (mails / ms) * 1000, ms, nodeCpu: cpu / mails, errors }
    },
  }
}
