// The program as a newcomer starts it: a process of its own, in a data folder of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { databaseFolder } from './database-folder.ts'
import { keepPostgresLog, logCollector } from './log.ts'

const BIN = fileURLToPath(new URL('../bin/townbell.js', import.meta.url))

export type Started = { process: ChildProcess; url: string; said: () => string }

export function dataFolder(name = 'data', owner?: { uid: number; gid: number }): string {
  const folder = join(databaseFolder(), name)
  mkdirSync(folder)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

export function removeFolder(folder: string): void {
  keepPostgresLog(folder)
  rmSync(join(folder, '..'), { recursive: true, force: true })
}

type SpawnOptions = {
  env?: Record<string, string>
  owner?: { uid: number; gid: number }
  words?: string[]
  /** The first file of the program, if it is not that of the sources. */
  file?: string
  node?: string
}

const parts = new Set(['start', 'server', 'worker', 'migrate'])

export function spawnTownbell(
  folder: string,
  { env = {}, owner, words = ['start'], file = BIN, node = process.execPath }: SpawnOptions = {},
) {
  const child = spawn(node, [file, ...words], {
    // Most tests ask for a program, not for several processes of it, and each takes as long to start as the first.
    env: { PATH: process.env.PATH, PORT: '0', SERVER_PROCESSES: '1', TOWNBELL_DATA: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...owner,
  })
  // A test that fails half-way leaves nothing running.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let said = ''
  // The output of a command such as doctor is not a log.
  const collect = parts.has(words[0] ?? '') ? logCollector('process') : () => {}
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
      collect(chunk)
    })
  return { process: child, said: () => said }
}

/** Waits for the line with the address, or for what a part without one says. */
export async function startTownbell(
  folder: string,
  { ready = /at (http:\/\/localhost:\d+)/, ...options }: SpawnOptions & { ready?: RegExp } = {},
): Promise<Started> {
  const { process: child, said } = spawnTownbell(folder, options)
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`it exited with ${code}: ${said()}`)
  })
  exit.catch(() => {})
  const address = new Promise<string>((resolve) => {
    const look = () => {
      const found = ready.exec(said())
      if (found) resolve(found[1] ?? '')
    }
    child.stdout.on('data', look)
  })
  return { process: child, url: await Promise.race([address, exit]), said }
}

/** Waits for a state of the program. Its end is far away: other work on the machine makes nothing fail. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > 2400) throw new Error(`it never came to that: ${holds}`)
    await sleep(50)
  }
}

/** Waits until a server and its worker can do their work, which takes a busy machine a while. */
export async function untilReady(url: string): Promise<void> {
  await until(async () => (await fetch(`${url}/ready`)).status === 200)
}

/** Answers the exit code and everything that was said. */
export async function untilExit(
  child: ChildProcess,
  said: () => string,
): Promise<{ code: number | null; said: string }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return { code: child.exitCode, said: said() }
}

export function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** A process that has ended but was not yet fetched by its parent (a zombie) is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/stat`) || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
