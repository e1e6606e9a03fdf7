// The visitors, in a process of their own: so many connections, each asking again as soon as it has its answer. Written on
// sockets, because a client library would take as much of the two processors as the server that is measured.
import { connect, type Socket } from 'node:net'

export type LoadOrder = { port: number; requests: string[]; connections: number; warmMs: number; measureMs: number }
export type LoadReport = {
  count: number
  errors: number
  seconds: number
  p50: number
  p99: number
  firstError?: string
}

process.once('message', async (order: LoadOrder) => {
  process.send?.(await run(order))
  process.disconnect?.()
})

async function run({ port, requests, connections, warmMs, measureMs }: LoadOrder): Promise<LoadReport> {
  const bytes = requests.map((text) => Buffer.from(text))
  const latencies: number[] = []
  let errors = 0
  let firstError: string | undefined
  let measuring = false
  let stopped = false
  let next = 0

  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  for (const socket of sockets) visit(socket)
  await wait(warmMs)
  process.send?.('warm')
  measuring = true
  const began = performance.now()
  await wait(measureMs)
  measuring = false
  const seconds = (performance.now() - began) / 1000
  stopped = true
  for (const socket of sockets) socket.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { count: latencies.length, errors, seconds, p50: at(0.5), p99: at(0.99), ...(firstError && { firstError }) }

  function visit(socket: Socket) {
    const parser = answerParser((status, head) => {
      if (measuring) latencies.push(performance.now() - asked)
      if (status < 200 || status >= 400) fail(head)
      ask()
    })
    let asked = 0
    const ask = () => {
      if (stopped) return
      asked = performance.now()
      socket.write(bytes[next++ % bytes.length] as Buffer)
    }
    socket.on('data', parser)
    socket.on('close', () => stopped || fail('the connection was closed'))
    socket.on('error', () => {})
    ask()
  }

  function fail(what: string) {
    errors++
    firstError ??= what.slice(0, 500)
  }
}

/** Finds where one answer ends: by its length, or by the last chunk. */
function answerParser(onAnswer: (status: number, head: string) => void): (chunk: Buffer) => void {
  let head = ''
  let status = 0
  let left = -1
  let chunked = false
  let tail = ''
  return (chunk) => {
    let body = chunk
    if (left < 0 && !chunked) {
      const text = head + chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) {
        head = text
        return
      }
      body = chunk.subarray(end + 4 - head.length)
      head = text.slice(0, end)
      status = Number(head.slice(9, 12))
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
      chunked = /\r\ntransfer-encoding: *chunked/i.test(head)
      left = chunked ? -1 : status === 304 || status === 204 ? 0 : Number(length ?? 0)
    }
    if (chunked) {
      tail = (tail + body.subarray(-7).toString('latin1')).slice(-7)
      if (!tail.endsWith('\r\n0\r\n\r\n') && tail !== '0\r\n\r\n') return
    } else {
      left -= body.length
      if (left > 0) return
    }
    const whole = head
    head = ''
    tail = ''
    left = -1
    chunked = false
    onAnswer(status, whole)
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
