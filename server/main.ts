// Listens for requests.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { seconds } from '#domain/durations.ts'
import { closeStalledResponses } from './stalled-responses.ts'

export type Listening = { port: number; stop(): Promise<void> }

export async function listen(
  handle: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  // Slow clients are cut off instead of collected: headers within 15 s, a whole request within 30 s.
  const serverOptions = {
    headersTimeout: seconds(15),
    requestTimeout: seconds(30),
    connectionsCheckingInterval: seconds(5),
    keepAliveTimeout: seconds(65),
  }
  const server = createServer(serverOptions, handle)
  server.listen(port, host)
  closeStalledResponses(server)
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
  return { port: actual, stop: () => stop(server) }
}

/** No new connections; requests under way may finish, idle connections are closed at once. */
async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const impatient = setTimeout(() => server.closeAllConnections(), seconds(4))
  await closed
  clearTimeout(impatient)
}
