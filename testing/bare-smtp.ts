// A mail server in a few lines over bare sockets, for what smtp.ts is too well-behaved for: it falls silent or hangs up in the middle
// of a step, and it sees what came in one piece.
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** At which step, how, and how often before it works again. */
type Break = {
  step: 'greeting' | 'rcpt' | 'data' | 'end'
  /** `trickle`: an answer that never ends, a byte at a time. The connection is alive, and of no use. */
  how: 'silence' | 'reset' | 'trickle'
  times: number
}

type BareSmtpOptions = {
  offers?: string
  breaks?: Break
  /** When a mail has ended, before that is answered. */
  onEnd?: (address: string) => unknown
}

type BareSmtp = {
  url: string
  /** To whom mails were begun, and ended. */
  begun: string[]
  ended: string[]
  /** Counts envelopes that arrived together with the end of a mail, and pipelined commands. */
  together: number
  early: number
  /** Resolves at the next connection. */
  connected(): Promise<void>
  stop(): Promise<void>
}

export async function startBareSmtp({ offers = 'PIPELINING', breaks, onEnd }: BareSmtpOptions = {}): Promise<BareSmtp> {
  const sockets = new Set<Socket>()
  const seen = { begun: [] as string[], ended: [] as string[], together: 0, early: 0 }
  let left = breaks?.times ?? 0

  const server = createServer((socket) => {
    sockets.add(socket)
    let isBroken = false
    let inData = false
    let text = ''
    let address = ''
    let answered = Promise.resolve()
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (/(^|\r\n)\.\r\nMAIL/.test(text)) seen.together++
      if (!inData && text.split('\r\n').length > 2) seen.early++
      answered = answered.then(answer)
    })
    if (!breaksAt('greeting')) socket.write('220 here\r\n')

    async function answer(): Promise<void> {
      for (let at = text.indexOf('\r\n'); at >= 0 && !isBroken; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at)
        text = text.slice(at + 2)
        const step = inData ? (line === '.' ? 'end' : 'data') : line.startsWith('RCPT') ? 'rcpt' : undefined
        if (step === 'rcpt') address = /<(.*)>/.exec(line)?.[1] ?? ''
        if (step === 'end') {
          seen.ended.push(address)
          await onEnd?.(address)
        }
        if (breaksAt(step)) return
        if (step === 'data') continue
        if (line === 'DATA') seen.begun.push(address)
        inData = line === 'DATA'
        socket.write(inData ? '354 go\r\n' : line.startsWith('EHLO') ? `250-here\r\n250 ${offers}\r\n` : '250 ok\r\n')
      }
    }

    function breaksAt(step: Break['step'] | undefined): boolean {
      if (!breaks || left === 0 || step !== breaks.step) return false
      left--
      isBroken = true
      if (breaks.how === 'reset') socket.resetAndDestroy()
      if (breaks.how === 'trickle') {
        const timer = setInterval(() => socket.write('2'), 50)
        socket.on('close', () => clearInterval(timer))
      }
      return true
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(seen, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connected: () => new Promise<void>((resolve) => server.once('connection', () => resolve())),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
}
