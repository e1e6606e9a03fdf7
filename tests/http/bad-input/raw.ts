// Writes to a raw socket what no HTTP client would send.
import { connect } from 'node:net'

/** Timeout for the first answer, which may be slow on a busy machine. */
const GIVE_UP_MS = 120_000

/** Returns the first status line and the number of answers; closes the connection when no more come. */
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
    let timer = setTimeout(done, GIVE_UP_MS)
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      received += chunk
      clearTimeout(timer)
      timer = setTimeout(done, quietMs)
    })
    socket.on('close', done)
    // The server refused before the request was written.
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
