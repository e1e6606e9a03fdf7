// The sending part of a worker: what its jobs share while the process lives.
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import type { MailConnections } from '#messages/email/connection.ts'
import type { DkimKey } from '#messages/email/dkim.ts'
import type { PushCarrier } from '#messages/push/push.ts'
import type { TextCarrier } from '#messages/sms/carrier.ts'
import type { TemplateService } from '#messages/template-service/service.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { createProgress, type Progress } from './announce-progress.ts'
import type { Sender } from './content.ts'
import { createRefusals, type Refusals } from './delivery-outcome.ts'
import { dispatch } from './dispatch.ts'
import { type Channel, createLedger, type Ledger } from './ledger.ts'
import { createSendPosition, type SendPosition } from './send-position.ts'
import { holdSenderLock } from './sender-lock.ts'

export type SendingOptions = {
  pool: pg.Pool
  clock: Clock
  log: Log
  /** Without a bounce address nobody reads replies, so mails offer no unsubscribing by mail. */
  sender: Sender & { bounceAddress?: string | undefined; dkim?: DkimKey | undefined }
  connections: MailConnections
  texts: TextCarrier
  push?: PushCarrier
  templates: TemplateService
  /** True if the email carrier fills in SendGrid's templates itself. */
  carrierFillsTemplates?: boolean
  rates: { email?: number | undefined; sms?: number | undefined }
  dataFolder: string
  isOwnDatabase: boolean
}

export type Sending = SendingOptions & {
  ledger: Ledger
  position: SendPosition
  progress: Progress
  /** True once the worker stops: no new message is started, and those in flight end. */
  isStopping(): boolean
  /** Registers work that `stop` waits for. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Until when a carrier that cannot be reached or refuses everything is left alone, in `performance.now()` time. */
  restUntil: Record<Channel, number>
  refusals: Refusals
  /** Looks every few seconds for what dead workers left and for what has become due. */
  watch(): void
  stop(): Promise<void>
}

export async function openSending(options: SendingOptions): Promise<Sending> {
  const { pool, clock, log, connections, texts, dataFolder, isOwnDatabase } = options
  const lock = await holdSenderLock(pool, log)
  const ledger = createLedger({ pool, clock, holder: lock.number })
  const position = createSendPosition(pool, dataFolder, isOwnDatabase)
  const progress = createProgress(pool)
  const held = await position.check()
  if (held !== null) log.error({ held }, 'sending is on hold until an operator runs: townbell admin go')
  const active = new Set<Promise<unknown>>()
  let stopping = false
  let timer: NodeJS.Timeout | undefined

  const sending: Sending = {
    ...options,
    ledger,
    position,
    progress,
    restUntil: { email: 0, sms: 0, push: 0 },
    refusals: createRefusals(),
    isStopping: () => stopping,
    during(work) {
      const running = work()
      active.add(running)
      const done = () => active.delete(running)
      running.then(done, done)
      return running
    },
    watch() {
      const check = async () => {
        try {
          await sending.during(() => dispatch(sending))
        } catch (error) {
          log.warn({ err: error }, 'could not look for due deliveries')
        }
        if (!stopping) timer = setTimeout(check, seconds(5))
      }
      void check()
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      // Closed before active sends finish, so that a silent mail server cannot delay shutdown.
      await connections.close()
      await Promise.allSettled(active)
      await flushBeforeExit(ledger, log)
      await progress.stop()
      await texts.close()
      await lock.release()
    },
  }
  return sending
}

/** Records the last outcomes, trying for a few seconds in case the database is unreachable. */
async function flushBeforeExit(ledger: Ledger, log: Log): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await ledger.flushed()
    } catch (error) {
      if (tries === 10) return log.error({ err: error }, 'could not record what was sent')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}
