// What no HTTP client would send: written to the socket as it is.
import { connect } from 'node:net'

/** For the first answer, which a busy machine takes its time with. */
const PATIENCE_MS = 30_000

/** The status line of the first answer and how many answers came; the connection is given up when nothing more comes. */
export async function rawRequest(
  port: number,
  bytes: string | Buffer,
  quietMs = 1_500,
): Promise<{ status: number; text: string; answers: number }> {
  const text = await new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(received)
    }
    let timer = setTimeout(done, PATIENCE_MS)
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      received += chunk
      clearTimeout(timer)
      timer = setTimeout(done, quietMs)
    })
    socket.on('close', done)
    // Refused while we were still writing.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      /ECONNRESET|EPIPE/.test(error.code ?? '') ? done() : reject(error),
    )
  })
  return {
    text,
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
    answers: text.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0,
  }
}
