// A program of the machine that listens on a port: started, waited for, and ended after the scenario.
import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './scenario.ts'

type Listening = { words: string[]; port: number; env?: Record<string, string> }

export async function startListening(bench: Bench, program: string, { words, port, env }: Listening) {
  const child = spawn(program, words, { stdio: 'ignore', env: { PATH: process.env.PATH, ...env } })
  bench.atEnd(() => child.kill())
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (tries > 200 || hasEnded(child)) throw new Error(`${program} does not answer`)
    await sleep(50)
  }
  return child
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy())
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
}
