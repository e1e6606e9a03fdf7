// One SMTP conversation: greeting, TLS, sign-in, then mail after mail, each with one recipient. The final dot of a mail is held
// back until mayGo allows it. Commands go out together where the server can take that (PIPELINING), and the envelope of the next
// mail with the end of this one: nodemailer measured a tenth of the speed of this (research/performance.md).
import type { ConnectionOptions } from 'node:tls'
import { minutes, seconds } from '#domain/durations.ts'
import { LEAVE_WITHIN_MS, type MayGo, type Outcome } from './lane.ts'
import { type Reply, SmtpError, type Stage, sortReply } from './smtp-reply.ts'
import type { SmtpServer } from './smtp-url.ts'
import { openWire, type Wire, WireError } from './smtp-wire.ts'

export type Timeouts = { connect: number; command: number; block: number; end: number }

export const smtpTimeouts: Timeouts = {
  connect: seconds(10),
  command: seconds(60),
  block: minutes(3),
  // RFC 5321 lets a server think for ten minutes after the final dot; hanging up sooner makes second copies.
  end: minutes(10),
}

export type Envelope = { from: string; to: string }

export type SmtpSession = {
  /** `next`: who comes after, for certain unless sending stops; a session that has begun a mail is good for nothing else. */
  send(envelope: Envelope, message: Buffer, mayGo: MayGo, next?: Envelope): Promise<Outcome>
  quit(): void
  /** A session that broke, or had to drop a message, is not used again. */
  isOpen(): boolean
  /** Whether any mail can be next. */
  isFree(): boolean
}

export type SessionOptions = { server: SmtpServer; tls?: ConnectionOptions | undefined; timeouts?: Timeouts }

/** Throws SmtpError or WireError. */
export async function openSession({ server, tls = {}, timeouts = smtpTimeouts }: SessionOptions): Promise<SmtpSession> {
  const secure: ConnectionOptions = {
    minVersion: 'TLSv1.2',
    rejectUnauthorized: server.rejectUnauthorized,
    ...(isName(server.host) ? { servername: server.host } : {}),
    ...tls,
  }
  const wire = await openWire(server.host, server.port, server.implicitTls ? secure : undefined, timeouts.connect)
  try {
    expect(await wire.reply(timeouts.connect), 220, 'greeting')
    let offers = await hello()
    if (!server.implicitTls && offers.has('STARTTLS')) {
      expect(await ask('STARTTLS'), 220, 'greeting')
      await withTimeout(wire.startTls(secure), timeouts.connect, wire)
      offers = await hello()
    } else if (!server.implicitTls && server.requireTls) {
      throw new SmtpError({ fate: 'alarm', code: 'no TLS' })
    }
    if (server.user !== undefined) await signIn(offers.get('AUTH') ?? '')
    return mailer(wire, offers.has('PIPELINING'), timeouts)
  } catch (error) {
    wire.destroy()
    if (error instanceof WireError && error.code === 'ETLS') throw new SmtpError({ fate: 'alarm', code: 'TLS' })
    throw error
  }

  async function ask(line: string): Promise<Reply> {
    await wire.write(`${line}\r\n`, timeouts.command)
    return wire.reply(timeouts.command)
  }

  async function hello(): Promise<Map<string, string>> {
    const reply = expect(await ask(`EHLO ${server.name}`), 250, 'greeting')
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
      expect(await ask(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`), 235, 'auth')
    } else if (methods.split(' ').includes('LOGIN')) {
      expect(await ask('AUTH LOGIN'), 334, 'auth')
      expect(await ask(base64(user)), 334, 'auth')
      expect(await ask(base64(password)), 235, 'auth')
    } else {
      throw new SmtpError({ fate: 'alarm', code: 'no AUTH' })
    }
  }
}

function mailer(wire: Wire, pipelining: boolean, timeouts: Timeouts): SmtpSession {
  let begun: Envelope | undefined

  return {
    async send(envelope, message, mayGo, next) {
      let endSent = false
      try {
        const refusal = await introduce(envelope)
        if (refusal) return { kind: 'refused', ...refusal }
        await wire.write(stuffed(message), timeouts.block)
        const asked = performance.now()
        if (!(await mayGo())) {
          // There is no other way back out of DATA.
          wire.destroy()
          return { kind: 'stopped' }
        }
        // Asked too long ago: an opt-out waits no longer than this for a message to leave.
        if (performance.now() - asked > LEAVE_WITHIN_MS) {
          wire.destroy()
          return { kind: 'stopped' }
        }
        endSent = true
        // Nothing is promised by an envelope: what is begun and not ended is not delivered.
        begun = pipelining ? next : undefined
        await wire.write(`.\r\n${begun ? linesOf(stagesOf(begun)) : ''}`, timeouts.block)
        const reply = await wire.reply(timeouts.end)
        if (reply.code === 421) wire.destroy()
        if (reply.code >= 400) return { kind: 'refused', ...sortReply(reply, 'end') }
        return { kind: 'sent', providerId: queueId(reply.text) }
      } catch (error) {
        wire.destroy()
        if (!(error instanceof WireError)) throw error
        return endSent ? { kind: 'unknown', code: error.code } : { kind: 'refused', fate: 'later', code: error.code }
      }
    },
    quit() {
      if (begun) return wire.destroy()
      // Politely, without waiting for the answer: the server has all it was promised.
      void wire.write('QUIT\r\n', seconds(1)).then(wire.destroy, wire.destroy)
    },
    isOpen: wire.isOpen,
    isFree: () => wire.isOpen() && begun === undefined,
  }

  /** Null when the server is ready for the message. */
  async function introduce(envelope: Envelope) {
    const stages = stagesOf(envelope)
    const isBegun = begun !== undefined
    if (begun && (begun.from !== envelope.from || begun.to !== envelope.to)) wire.destroy()
    begun = undefined
    if (pipelining && !isBegun) await wire.write(linesOf(stages), timeouts.command)
    let refusal: ReturnType<typeof sortReply> | undefined
    for (const [line, stage] of stages) {
      if (!pipelining) {
        if (refusal) break
        await wire.write(`${line}\r\n`, timeouts.command)
      }
      const reply = await wire.reply(timeouts.command)
      if (reply.code === 421) {
        wire.destroy()
        return refusal ?? sortReply(reply, stage)
      }
      if (stage === 'data' && reply.code === 354 && refusal) {
        // The server wants a message without a recipient: it gets an empty one, which it refuses.
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
  if (reply.code !== code) throw new SmtpError(sortReply(reply, stage))
  return reply
}

/** A line that starts with a dot gets a second one, or it would end the message. Ours have none; it is checked all the same. */
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

function queueId(text: string): string | undefined {
  return /queued as (\S+)/i.exec(text)?.[1]
}

/** Certificates name hosts; an address is not sent as one. */
function isName(host: string): boolean {
  return !/^[\d.]+$|:/.test(host)
}
