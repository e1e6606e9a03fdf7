// Listens for requests.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { seconds } from '#domain/durations.ts'
import { closeStalledResponses } from './stalled-responses.ts'

export type Listening = {
  port: number
  /** Answers those who are connected, and has them connect anew, to another process. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export async function listen(
  handle: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  // Slow clients are cut off instead of collected: headers within 15 s, a whole request within 30 s.
  const serverOptions = {
    headersTimeout: seconds(15),
    requestTimeout: seconds(30),
    connectionsCheckingInterval: seconds(5),
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  const server = createServer(serverOptions, handle)
  const lastAnswers = createLastAnswers(server)
  server.listen(port, host)
  closeStalledResponses(server)
  server.on('clientError', refuseUnread)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
      )
    }
    throw error
  }
  const { port: actual } = server.address() as { port: number }
  return { port: actual, drain: () => drain(server, lastAnswers), stop: () => stop(server, lastAnswers) }
}

/** Answers what Node couldn't read as a request. Addresses and headers together have 16 kB, which a list of 400 ids fills. */
function refuseUnread({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return
  const status = unread[code ?? ''] ?? '400 Bad Request'
  const body = code === 'HPE_HEADER_OVERFLOW' ? JSON.stringify(tooLong) : ''
  const headers = [
    'Connection: close',
    'Access-Control-Allow-Origin: *',
    ...(body ? ['Content-Type: application/json'] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

const unread: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

const tooLong = {
  code: 'request_too_long',
  message: 'The address and headers of the request are longer than 16 kB.',
  details: null,
  hint: 'Ask for long lists, such as in.(…), in parts of about 200 ids.',
}

/** How long clients may keep an idle connection; we say so in each answer, and they close it before. */
const KEEP_ALIVE_MS = seconds(65)
/** After this nobody has a connection. Closing one earlier would lose a request that was just sent on it. */
const DRAIN_MS = KEEP_ALIVE_MS + seconds(3)

async function drain(server: Server, lastAnswers: () => void): Promise<void> {
  // The close of an HTTP server would close idle connections at once.
  NetServer.prototype.close.call(server)
  lastAnswers()
  const connections = promisify(server.getConnections.bind(server))
  const until = performance.now() + DRAIN_MS
  while (performance.now() < until && (await connections()) > 0) await sleep(50)
}

/** No new connections; requests under way may finish, idle connections are closed at once, the others with their next answer. */
async function stop(server: Server, lastAnswers: () => void): Promise<void> {
  lastAnswers()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const impatient = setTimeout(() => server.closeAllConnections(), seconds(4))
  await closed
  clearTimeout(impatient)
}

/** Returns what makes each answer from now on, also to a request under way, the last of its connection. A client that knows sends no more on it. */
function createLastAnswers(server: Server): () => void {
  const underWay = new Set<ServerResponse>()
  let ending = false
  const close = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.prependListener('request', (_, response) => {
    if (ending) return close(response)
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
  })
  return () => {
    ending = true
    underWay.forEach(close)
  }
}
