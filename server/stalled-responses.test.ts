import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { closeStalledResponses, type StalledResponseLimits } from './stalled-responses.ts'

const MEGABYTE = 1024 * 1024
const servers: Server[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Responds with eight megabytes: more than the sockets on the way hold. */
async function listen(limits: StalledResponseLimits) {
  const server = createServer((_request, response) => response.end(Buffer.alloc(8 * MEGABYTE)))
  closeStalledResponses(server, { checkEveryMs: 20, ...limits })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return async (): Promise<{ socket: Socket; response: ServerResponse }> => {
    const asked = once(server, 'request')
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.on('error', () => {}).pause()
    const [, response] = await asked
    return { socket, response }
  }
}

test('a response that is not read is closed after a timeout', async () => {
  const ask = await listen({ maxMs: 50 })
  const { response } = await ask()
  await once(response, 'close')
  assert.equal(response.writableFinished, false)
})

test('beyond the byte limit the oldest unread responses are closed first, and active readers are served', async () => {
  const ask = await listen({ maxBytes: 12 * MEGABYTE })
  const first = await ask()
  assert.equal(first.response.destroyed, false)
  const gone = once(first.response, 'close')
  const second = await ask()
  await gone
  assert.deepEqual([first.response.writableFinished, second.response.destroyed], [false, false])
  const taken = once(second.response, 'close')
  second.socket.resume()
  await taken
  assert.equal(second.response.writableFinished, true)
  second.socket.destroy()
})
