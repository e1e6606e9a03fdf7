// A way to another port that can be cut and mended, as a cable.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Relay = { port: number; cut(): void; mend(): void; close(): void }

export async function openRelay(to: number): Promise<Relay> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((from) => {
    const onward = connect(to, '127.0.0.1')
    for (const socket of [from, onward]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => open.delete(socket))
    }
    if (isCut) return from.destroy()
    from.pipe(onward).pipe(from)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      isCut = true
      cut()
    },
    mend() {
      isCut = false
    },
    close() {
      server.close()
      cut()
    },
  }
}
