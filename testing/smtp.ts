// A real mail server on loopback, with TLS and sign-in, that records accepted mails and can misbehave on request.
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Taken = {
  messageId: string
  from: string
  to: string[]
  at: number
  raw: string
  secure: boolean
  user: string | undefined
}
export type Answer = { code: number; text: string }

export type SmtpOptions = {
  /** Refuses the recipient with this answer, or takes them. */
  onRcpt?: (address: string, attempt: number) => Answer | undefined
  /** Refuses the message after its end. */
  onEnd?: (address: string, attempt: number) => Answer | undefined | Promise<Answer | undefined>
  keepRaw?: boolean
  server?: SMTPServerOptions
}

export type TestSmtpServer = {
  url: string
  port: number
  taken: Taken[]
  attempts: Map<string, number>
  stop(): Promise<void>
}

export async function startSmtp({
  onRcpt,
  onEnd,
  keepRaw = true,
  server: more = {},
}: SmtpOptions = {}): Promise<TestSmtpServer> {
  const taken: Taken[] = []
  const attempts = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'right' ? callback(null, { user: username }) : callback(new Error('no')),
    onRcptTo({ address }, _session, callback) {
      const attempt = (attempts.get(address) ?? 0) + 1
      attempts.set(address, attempt)
      callback(problem(onRcpt?.(address, attempt)))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        const refusal = await onEnd?.(to[0] ?? '', attempts.get(to[0] ?? '') ?? 1)
        if (refusal) return callback(problem(refusal))
        const raw = Buffer.concat(chunks).toString('latin1')
        const messageId = /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? ''
        const from = mailFrom ? mailFrom.address : ''
        taken.push({
          messageId,
          from,
          to,
          at: Date.now(),
          raw: keepRaw ? raw : '',
          secure: session.secure,
          user: session.user,
        })
        callback(null, `OK queued as T${taken.length}`)
      })
    },
    ...more,
  })
  // A client that is killed leaves a broken connection; that is what some tests are about.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    taken,
    attempts,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function problem(answer: Answer | undefined): Error | null {
  return answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null
}
