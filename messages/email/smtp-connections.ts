// A pool of SMTP connections: a few, reused from one mailing to the next, closed after some idle time.
import type { ConnectionOptions } from 'node:tls'
import { seconds } from '#domain/durations.ts'
import { createSemaphore } from '#runtime/semaphore.ts'
import type { Outcome } from '../outcome.ts'
import type { MailConnection, MailConnections, MaySend, Upcoming } from './connection.ts'
import { SmtpError } from './smtp-reply.ts'
import { type Envelope, openSession, type SmtpSession, type Timeouts } from './smtp-session.ts'
import { readSmtpUrl } from './smtp-url.ts'
import { WireError } from './smtp-wire.ts'

export type SmtpConnectionsOptions = {
  url: string
  /** The name we give in EHLO. */
  name: string
  connections: number
  tls?: ConnectionOptions
  timeouts?: Timeouts
}

/** A new connection now and then spreads the load over the hosts behind one name. */
const MAILS_PER_CONNECTION = 500
const IDLE_MS = seconds(20)
/** How long a mail server may take to answer when we stop. Then its mail is treated as after a power cut. */
const STOP_GRACE_MS = seconds(3)

export function createSmtpConnections({
  url,
  name,
  connections,
  tls,
  timeouts,
}: SmtpConnectionsOptions): MailConnections {
  const server = readSmtpUrl(url, name)
  const semaphore = createSemaphore(connections)
  const idle: { session: SmtpSession; sent: number; timer: NodeJS.Timeout }[] = []
  let closed = false
  const ending = new AbortController()

  return {
    async open() {
      await semaphore.acquire()
      return connection()
    },
    async close() {
      closed = true
      setTimeout(() => ending.abort(), STOP_GRACE_MS).unref()
      for (const { session, timer } of idle.splice(0)) {
        clearTimeout(timer)
        session.quit()
      }
    },
  }

  function connection(): MailConnection {
    const reused = takeIdle()
    let session = reused?.session
    let sent = reused?.sent ?? 0
    return {
      async send(mail, maySend, next) {
        const message = await mail.raw()
        for (;;) {
          const isFresh = session === undefined
          const opened = await openIfNeeded()
          if (!isSession(opened)) return opened
          sent++
          const after = next && sent < MAILS_PER_CONNECTION ? envelopeOf(next) : undefined
          const outcome = await opened.send(envelopeOf(mail), message, preparing(next, maySend), after)
          // The server closed a connection that had been idle or had taken its number of mails. Nothing left, so a new one can try at once.
          const isClosed = outcome.kind === 'refused' && (outcome.isClosing || /^E/.test(outcome.code))
          if (isClosed && !isFresh && sent > 1) {
            session = undefined
            sent = 0
            continue
          }
          return outcome
        }
      },
      release() {
        if (session?.isFree() && !closed) addIdle(session, sent)
        else session?.quit()
        semaphore.release()
      },
    }

    async function openIfNeeded(): Promise<SmtpSession | Outcome> {
      if (session && (!session.isOpen() || sent >= MAILS_PER_CONNECTION)) {
        if (session.isOpen()) session.quit()
        session = undefined
        sent = 0
      }
      try {
        session ??= await openSession({ server, tls, signal: ending.signal, ...(timeouts ? { timeouts } : {}) })
        return session
      } catch (error) {
        if (error instanceof SmtpError) return { kind: 'refused', ...error.refusal, isCarrier: true }
        if (error instanceof WireError)
          return { kind: 'refused', failure: 'temporary', code: error.code, isCarrier: true }
        throw error
      }
    }
  }

  function takeIdle() {
    for (let one = idle.pop(); one; one = idle.pop()) {
      clearTimeout(one.timer)
      if (one.session.isOpen()) return one
    }
    return undefined
  }

  function addIdle(session: SmtpSession, sent: number) {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.session === session),
        1,
      )
      session.quit()
    }, IDLE_MS)
    timer.unref()
    idle.push({ session, sent, timer })
  }
}

/** Renders and signs the next mail while the server takes this one. An error is reported when that mail is sent. */
function preparing(next: Upcoming | undefined, maySend: MaySend): MaySend {
  if (!next) return maySend
  return async () => {
    const may = await maySend()
    setImmediate(() => next.raw().catch(() => {}))
    return may
  }
}

function envelopeOf({ returnPath: from, to }: Upcoming): Envelope {
  return { from, to }
}

function isSession(value: SmtpSession | Outcome): value is SmtpSession {
  return 'quit' in value
}
