// The socket to a mail server: writes bytes and reads whole replies in order, each with its own timeout.
import { connect as connectTcp, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { createDeadlines } from './deadlines.ts'
import type { Reply } from './smtp-reply.ts'

/** The connection failed, broke or timed out: `code` says which. */
export class WireError extends Error {
  override name = 'WireError'
  readonly code: string
  constructor(code: string) {
    super(`The connection to the mail server failed (${code})`)
    this.code = code
  }
}

export type Wire = {
  /** Resolves once the operating system has the bytes. */
  write(bytes: string | Buffer, timeoutMs: number): Promise<void>
  reply(timeoutMs: number): Promise<Reply>
  startTls(options: ConnectionOptions): Promise<void>
  destroy(): void
  isOpen(): boolean
}

type Waiting = { cancelDeadline: () => void; resolve: (reply: Reply) => void; reject: (error: WireError) => void }

const REPLY_MAX = 64 * 1024

export async function openWire(
  host: string,
  port: number,
  tls: ConnectionOptions | undefined,
  timeoutMs: number,
  signal?: AbortSignal,
) {
  if (signal?.aborted) throw new WireError('ECLOSED')
  const socket = tls ? connectTls({ ...tls, host, port }) : connectTcp({ host, port })
  socket.setNoDelay(true)
  await new Promise<void>((resolve, reject) => {
    const fail = (error: WireError) => {
      socket.destroy()
      reject(error)
    }
    const abort = () => fail(new WireError('ECLOSED'))
    signal?.addEventListener('abort', abort)
    socket.once('close', () => signal?.removeEventListener('abort', abort))
    const timer = setTimeout(() => fail(new WireError('ETIMEDOUT')), timeoutMs)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      socket.removeAllListeners('error')
      resolve()
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      fail(new WireError(tls && !/^E/.test(error.code ?? '') ? 'ETLS' : (error.code ?? 'ESOCKET')))
    })
  })
  return wireOver(socket, signal)
}

function wireOver(first: Socket | TLSSocket, signal?: AbortSignal): Wire {
  let socket = first
  let pending = ''
  let lines: string[] = []
  let ended: WireError | undefined
  const replies: Reply[] = []
  const waiting: Waiting[] = []
  const deadlines = createDeadlines(() => end('ETIMEDOUT'))
  const abort = () => end('ECLOSED')
  signal?.addEventListener('abort', abort)

  listen()
  return {
    write(bytes, timeoutMs) {
      if (ended) return Promise.reject(ended)
      return new Promise((resolve, reject) => {
        const cancelDeadline = deadlines.begin(timeoutMs)
        socket.write(bytes, (error) => {
          cancelDeadline()
          if (error || ended) reject(ended ?? new WireError('ECONNRESET'))
          else resolve()
        })
      })
    },
    reply(timeoutMs) {
      const ready = replies.shift()
      if (ready) return Promise.resolve(ready)
      if (ended) return Promise.reject(ended)
      return new Promise((resolve, reject) =>
        waiting.push({ cancelDeadline: deadlines.begin(timeoutMs), resolve, reject }),
      )
    },
    async startTls(options) {
      // Bytes that arrived before the handshake may be injected by an attacker (CVE-2011-0411).
      if (pending !== '' || replies.length > 0) throw end('ETLS')
      socket.removeAllListeners('data')
      socket.removeAllListeners('error')
      socket.removeAllListeners('close')
      const secure = connectTls({ ...options, socket })
      await new Promise<void>((resolve, reject) => {
        secure.once('secureConnect', resolve)
        secure.once('error', () => reject(end('ETLS')))
        secure.once('close', () => reject(end('ETLS')))
      })
      secure.removeAllListeners('error')
      secure.removeAllListeners('close')
      socket = secure
      listen()
    },
    destroy: () => void end('ECLOSED'),
    isOpen: () => ended === undefined,
  }

  function listen() {
    socket.on('data', (chunk: Buffer) => take(chunk.toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'ESOCKET'))
    socket.on('close', () => end('ECONNCLOSED'))
  }

  function take(text: string) {
    pending += text
    if (pending.length > REPLY_MAX) return end('EPROTOCOL')
    for (let at = pending.indexOf('\n'); at >= 0; at = pending.indexOf('\n')) {
      takeLine(pending.slice(0, at).replace(/\r$/, ''))
      pending = pending.slice(at + 1)
    }
  }

  function takeLine(line: string) {
    if (!/^\d{3}/.test(line)) return end('EPROTOCOL')
    const isContinued = line[3] === '-'
    lines.push(line.slice(isContinued || line[3] === ' ' ? 4 : 3))
    if (isContinued) return lines.length > 200 ? end('EPROTOCOL') : undefined
    const reply = { code: Number(line.slice(0, 3)), text: lines.join('\n') }
    lines = []
    const next = waiting.shift()
    next?.cancelDeadline()
    if (next) next.resolve(reply)
    else replies.push(reply)
  }

  function end(code: string): WireError {
    if (ended) return ended
    ended = new WireError(code)
    signal?.removeEventListener('abort', abort)
    socket.destroy()
    deadlines.end()
    for (const one of waiting.splice(0)) one.reject(ended)
    return ended
  }
}
