// A server to be compared with: a process of its own, on a port of its own, that says when it is running.
import { spawn } from 'node:child_process'
import { freePort } from '#database/embedded.ts'
import type { Bench } from './scenario.ts'

export type Server = { port: number; pid: number }

export async function startServer(bench: Bench, file: string, env: Record<string, string> = {}): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  bench.atEnd(() => child.kill())
  let said = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-5000)
        if (said.includes('is running')) resolve()
      })
    }
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${said}`)))
  })
  return { port, pid: child.pid as number }
}
