// The connections over which mailings leave: a few, kept open between mailings, closed when nobody has used them for a while.
import type { ConnectionOptions } from 'node:tls'
import { seconds } from '#domain/durations.ts'
import { createSemaphore } from '#runtime/semaphore.ts'
import type { Lane, Lanes, MayGo, Outcome, Upcoming } from './lane.ts'
import { SmtpError } from './smtp-reply.ts'
import { type Envelope, openSession, type SmtpSession, type Timeouts } from './smtp-session.ts'
import { readSmtpUrl } from './smtp-url.ts'
import { WireError } from './smtp-wire.ts'

export type SmtpLanesOptions = {
  url: string
  /** What we call ourselves to the server. */
  name: string
  connections: number
  tls?: ConnectionOptions
  timeouts?: Timeouts
}

/** Some servers hang up after a hundred; a new connection now and then also spreads over the hosts behind one name. */
const MAILS_PER_CONNECTION = 500
const IDLE_MS = seconds(20)

export function createSmtpLanes({ url, name, connections, tls, timeouts }: SmtpLanesOptions): Lanes {
  const server = readSmtpUrl(url, name)
  const semaphore = createSemaphore(connections)
  const idle: { session: SmtpSession; sent: number; timer: NodeJS.Timeout }[] = []
  let closed = false

  return {
    async open() {
      await semaphore.acquire()
      return lane()
    },
    async close() {
      closed = true
      for (const { session, timer } of idle.splice(0)) {
        clearTimeout(timer)
        session.quit()
      }
    },
  }

  function lane(): Lane {
    const kept = takeIdle()
    let session = kept?.session
    let sent = kept?.sent ?? 0
    return {
      async send(mail, mayGo, next) {
        const message = await mail.raw()
        for (;;) {
          const isFresh = session === undefined
          const opened = await ready()
          if (!isSession(opened)) return opened
          sent++
          const after = next && sent < MAILS_PER_CONNECTION ? envelopeOf(next) : undefined
          const outcome = await opened.send(envelopeOf(mail), message, writingAhead(mayGo, next), after)
          // The server hung up on a connection that had been idle: nothing left, and a fresh one can try at once.
          if (outcome.kind === 'refused' && /^E/.test(outcome.code) && !isFresh && sent > 1) {
            session = undefined
            sent = 0
            continue
          }
          return outcome
        }
      },
      release() {
        if (session?.isFree() && !closed) keep(session, sent)
        else session?.quit()
        semaphore.release()
      },
    }

    async function ready(): Promise<SmtpSession | Outcome> {
      if (session && (!session.isOpen() || sent >= MAILS_PER_CONNECTION)) {
        if (session.isOpen()) session.quit()
        session = undefined
        sent = 0
      }
      try {
        session ??= await openSession({ server, tls, ...(timeouts ? { timeouts } : {}) })
        return session
      } catch (error) {
        if (error instanceof SmtpError) return { kind: 'refused', ...error.refusal, isCarrier: true }
        if (error instanceof WireError) return { kind: 'refused', fate: 'later', code: error.code, isCarrier: true }
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

  function keep(session: SmtpSession, sent: number) {
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

/** The next mail is written while the server takes this one, when there is nothing else to do. Should that fail, it fails in its turn. */
function writingAhead(mayGo: MayGo, next: Upcoming | undefined): MayGo {
  if (!next) return mayGo
  return async () => {
    const may = await mayGo()
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
