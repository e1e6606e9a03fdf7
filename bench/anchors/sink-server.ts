// A mail server that takes its time: it answers each mail after 20 to 50 ms, has a most of connections, and closes a connection after so
// many mails. It counts who got how many, and when the first mail of each calendar came. Its own process, so that it delays nobody.
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type SinkOptions = {
  /** The number of the first recipient of each calendar, from 0; the last is the number of all. */
  offsets: number[]
  connections: number
  mailsPerConnection: number
  delayMs: [number, number]
}

export type SinkReport = {
  accepted: number
  doubled: number
  refusedConnections: number
  mostConnections: number
  /** Of each calendar, by the clock; 0: none came. */
  firstAt: number[]
  /** Mails that came in each second since the first one. */
  perSecond: number[]
}

process.on('disconnect', () => process.exit())
process.once('message', (options: SinkOptions) => {
  const sink = start(options)
  process.on('message', () => process.send?.(sink.report()))
})

function start({ offsets, connections: most, mailsPerConnection, delayMs: [least, longest] }: SinkOptions) {
  const copies = new Uint8Array(offsets.at(-1) ?? 0)
  const report: SinkReport = {
    accepted: 0,
    doubled: 0,
    refusedConnections: 0,
    mostConnections: 0,
    firstAt: new Array<number>(offsets.length - 1).fill(0),
    perSecond: [],
  }
  let open = 0
  let began = 0
  const server = createServer({ noDelay: true }, (socket) => {
    open++
    report.mostConnections = Math.max(report.mostConnections, open)
    socket.on('close', () => open--)
    socket.on('error', () => {})
    if (open > most) {
      report.refusedConnections++
      return void socket.end('421 4.7.0 Too many connections\r\n')
    }
    talk(socket)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  return { report: () => report }

  function talk(socket: Socket): void {
    let rest: Buffer = Buffer.alloc(0)
    let mails = 0
    let to = -1
    let isData = false
    let isWaiting = false
    socket.write('220 sink.example ESMTP\r\n')
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length ? Buffer.concat([rest, chunk]) : chunk
      if (!isWaiting) proceed()
    })

    function proceed(): void {
      for (;;) {
        if (isData) {
          const end = rest.indexOf('\r\n.\r\n')
          if (end < 0) return
          rest = rest.subarray(end + 5)
          isData = false
          isWaiting = true
          setTimeout(accept, least + Math.random() * (longest - least))
          return
        }
        const end = rest.indexOf('\r\n')
        if (end < 0) return
        const line = rest.toString('latin1', 0, end)
        rest = rest.subarray(end + 2)
        if (!answer(line)) return
      }
    }

    function accept(): void {
      isWaiting = false
      mails++
      count(to)
      socket.write(`250 2.0.0 queued as ${report.accepted}\r\n`)
      proceed()
    }

    /** Returns false when the connection ends. */
    function answer(line: string): boolean {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') socket.write('250-sink.example\r\n250-PIPELINING\r\n250 8BITMIME\r\n')
      else if (verb === 'MAIL' && mails >= mailsPerConnection) {
        socket.end('421 4.7.0 Too many messages in this connection\r\n')
        return false
      } else if (verb === 'RCPT') {
        to = Number(/<n(\d+)@/.exec(line)?.[1] ?? -1)
        socket.write('250 OK\r\n')
      } else if (verb === 'DATA') {
        isData = true
        socket.write('354 Go on\r\n')
      } else if (verb === 'QUIT') {
        socket.end('221 Bye\r\n')
        return false
      } else socket.write('250 OK\r\n')
      return true
    }
  }

  function count(to: number): void {
    const now = Date.now()
    began ||= now
    report.accepted++
    const second = Math.floor((now - began) / 1000)
    report.perSecond[second] = (report.perSecond[second] ?? 0) + 1
    // Mails of an account, for instance.
    if (to < 0) return
    if ((copies[to] ?? 0) > 0) report.doubled++
    copies[to] = (copies[to] ?? 0) + 1
    const calendar = calendarOf(to)
    report.firstAt[calendar] ||= now
  }

  function calendarOf(recipient: number): number {
    let [low, high] = [0, offsets.length - 1]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((offsets[middle] as number) <= recipient) low = middle
      else high = middle
    }
    return low
  }
}
