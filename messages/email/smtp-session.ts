// One SMTP session: greeting, TLS, sign-in, then mail after mail, each to one recipient. The final dot of a mail is held back
// until `maySend` allows it. Where the server offers PIPELINING, commands go out together, and the envelope of the next mail
// goes out with the end of this one, which saves most of the round trips.
import type { ConnectionOptions } from 'node:tls'
import { minutes, seconds } from '#domain/durations.ts'
import type { Outcome, Refusal } from '../outcome.ts'
import { LEAVE_WITHIN_MS, type MaySend } from './connection.ts'
import { queueId, type Reply, SmtpError, type Stage, sortReply } from './smtp-reply.ts'
import type { SmtpServer } from './smtp-url.ts'
import { openWire, type Wire, WireError } from './smtp-wire.ts'

export type Timeouts = { connect: number; command: number; block: number; end: number }

export const smtpTimeouts: Timeouts = {
  connect: seconds(10),
  command: seconds(60),
  block: minutes(3),
  // RFC 5321 allows a server ten minutes after the final dot; hanging up sooner causes second copies.
  end: minutes(10),
}

export type Envelope = { from: string; to: string }

export type SmtpSession = {
  /** `next`: the envelope of the next mail, if one follows. Once it has been sent, the session can send no other mail. */
  send(envelope: Envelope, message: Buffer, maySend: MaySend, next?: Envelope): Promise<Outcome>
  quit(): void
  /** False once the connection broke, or had to be closed to drop a message. */
  isOpen(): boolean
  /** True if any mail can be next: the connection is open, and no envelope has been sent ahead. */
  isFree(): boolean
}

export type SessionOptions = {
  server: SmtpServer
  tls?: ConnectionOptions | undefined
  timeouts?: Timeouts
  /** Closes the connection, whatever it waits for. */
  signal?: AbortSignal
}

/** Connects, upgrades to TLS and signs in. Throws SmtpError or WireError. */
export async function openSession(options: SessionOptions): Promise<SmtpSession> {
  const { server, tls = {}, timeouts = smtpTimeouts, signal } = options
  const secure: ConnectionOptions = {
    minVersion: 'TLSv1.2',
    rejectUnauthorized: server.rejectUnauthorized,
    ...(isName(server.host) ? { servername: server.host } : {}),
    ...tls,
  }
  const wire = await openWire(
    server.host,
    server.port,
    server.implicitTls ? secure : undefined,
    timeouts.connect,
    signal,
  )
  try {
    expect(await wire.reply(timeouts.connect), 220, 'greeting')
    let offers = await hello()
    if (!server.implicitTls && offers.has('STARTTLS')) {
      expect(await request('STARTTLS'), 220, 'tls')
      await withTimeout(wire.startTls(secure), timeouts.connect, wire)
      offers = await hello()
    } else if (!server.implicitTls && server.requireTls) {
      throw new SmtpError('tls', { failure: 'alarm', code: 'no TLS' })
    }
    if (server.user !== undefined) await signIn(offers.get('AUTH') ?? '')
    return mailSession(wire, offers.has('PIPELINING'), timeouts)
  } catch (error) {
    wire.destroy()
    if (error instanceof WireError && error.code === 'ETLS')
      throw new SmtpError('tls', { failure: 'alarm', code: 'TLS' })
    throw error
  }

  async function request(line: string): Promise<Reply> {
    await wire.write(`${line}\r\n`, timeouts.command)
    return wire.reply(timeouts.command)
  }

  async function hello(): Promise<Map<string, string>> {
    const reply = expect(await request(`EHLO ${server.name}`), 250, 'greeting')
    return new Map(
      reply.text.split('\n').map((line) => {
        const [word = '', ...rest] = line.split(' ')
        return [word.toUpperCase(), rest.join(' ').toUpperCase()]
      }),
    )
  }

  async function signIn(methods: string): Promise<void> {
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const { user = '', password = '' } = server
    if (methods.split(' ').includes('PLAIN')) {
      expect(await request(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`), 235, 'auth')
    } else if (methods.split(' ').includes('LOGIN')) {
      expect(await request('AUTH LOGIN'), 334, 'auth')
      expect(await request(base64(user)), 334, 'auth')
      expect(await request(base64(password)), 235, 'auth')
    } else {
      throw new SmtpError('auth', { failure: 'alarm', code: 'no AUTH' })
    }
  }
}

function mailSession(wire: Wire, pipelining: boolean, timeouts: Timeouts): SmtpSession {
  /** The envelope that was sent ahead, with the end of the mail before. */
  let ahead: Envelope | undefined

  return {
    async send(envelope, message, maySend, next) {
      let endSent = false
      try {
        const refusal = await sendEnvelope(envelope)
        if (refusal) return { kind: 'refused', ...refusal }
        await wire.write(stuffed(message), timeouts.block)
        const askedAt = performance.now()
        if (!(await maySend())) {
          // Closing the connection is the only way to abandon a message after DATA.
          wire.destroy()
          return { kind: 'stopped' }
        }
        // An opt-out waits for a message that is leaving, but no longer than this.
        if (performance.now() - askedAt > LEAVE_WITHIN_MS) {
          wire.destroy()
          return { kind: 'stopped' }
        }
        endSent = true
        // An envelope alone delivers nothing, so the next one may go out before its mail is allowed to.
        ahead = pipelining ? next : undefined
        await wire.write(`.\r\n${ahead ? linesOf(stagesOf(ahead)) : ''}`, timeouts.block)
        const reply = await wire.reply(timeouts.end)
        if (reply.code === 421) wire.destroy()
        if (reply.code >= 400) return { kind: 'refused', ...sortReply(reply, 'end') }
        return { kind: 'sent', providerId: queueId(reply) }
      } catch (error) {
        wire.destroy()
        if (!(error instanceof WireError)) throw error
        return endSent
          ? { kind: 'unknown', code: error.code }
          : { kind: 'refused', failure: 'temporary', code: error.code }
      }
    },
    quit() {
      if (ahead) return wire.destroy()
      // The reply to QUIT changes nothing, so it is not awaited.
      void wire.write('QUIT\r\n', seconds(1)).then(wire.destroy, wire.destroy)
    },
    isOpen: wire.isOpen,
    isFree: () => wire.isOpen() && ahead === undefined,
  }

  /** Returns undefined when the server is ready for the message. */
  async function sendEnvelope(envelope: Envelope) {
    const stages = stagesOf(envelope)
    const isAhead = ahead !== undefined
    if (ahead && (ahead.from !== envelope.from || ahead.to !== envelope.to)) wire.destroy()
    ahead = undefined
    if (pipelining && !isAhead) await wire.write(linesOf(stages), timeouts.command)
    let refusal: Refusal | undefined
    for (const [line, stage] of stages) {
      if (!pipelining) {
        if (refusal) break
        await wire.write(`${line}\r\n`, timeouts.command)
      }
      const reply = await wire.reply(timeouts.command)
      if (reply.code === 421) {
        wire.destroy()
        return refusal ?? { ...sortReply(reply, stage), isClosing: true }
      }
      if (stage === 'data' && reply.code === 354 && refusal) {
        // The server accepted DATA without a recipient: send it an empty message, which it rejects.
        await wire.write('.\r\n', timeouts.command)
        await wire.reply(timeouts.end)
      } else if (stage === 'data' ? reply.code !== 354 : reply.code >= 300) {
        refusal ??= sortReply(reply, stage)
      }
    }
    if (refusal) {
      await wire.write('RSET\r\n', timeouts.command)
      const reply = await wire.reply(timeouts.command)
      if (reply.code >= 300) wire.destroy()
    }
    return refusal
  }
}

function stagesOf({ from, to }: Envelope): [string, Stage][] {
  return [
    [`MAIL FROM:<${from}>`, 'mail'],
    [`RCPT TO:<${to}>`, 'rcpt'],
    ['DATA', 'data'],
  ]
}

function linesOf(stages: [string, Stage][]): string {
  return stages.map(([line]) => `${line}\r\n`).join('')
}

function expect(reply: Reply, code: number, stage: Stage): Reply {
  if (reply.code !== code) throw new SmtpError(stage, sortReply(reply, stage))
  return reply
}

/** Doubles a dot at the start of a line, which could end the message. Our quoted-printable bodies have none; this is the second lock. */
function stuffed(message: Buffer): Buffer {
  if (message.indexOf('\r\n.') < 0 && message[0] !== 0x2e) return message
  return Buffer.from(message.toString('latin1').replace(/(^|\r\n)\./g, '$1..'), 'latin1')
}

async function withTimeout(work: Promise<void>, ms: number, wire: Wire): Promise<void> {
  const timer = setTimeout(wire.destroy, ms)
  try {
    await work
  } finally {
    clearTimeout(timer)
  }
}

/** Returns false for an IP address, which must not be sent as a TLS server name. */
function isName(host: string): boolean {
  return !/^[\d.]+$|:/.test(host)
}
