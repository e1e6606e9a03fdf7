// The sending part of a worker inside a test: its own clock, the real database, whatever carriers the test gives.
import { Logger, runOnce } from 'graphile-worker'
import type pg from 'pg'
import type { Mail } from '#messages/email/carrier.ts'
import { carrierConnections } from '#messages/email/carrier-connections.ts'
import { createCatcher } from '#messages/email/catcher.ts'
import type { MaySend } from '#messages/email/connection.ts'
import { createTextCatcher } from '#messages/sms/catcher.ts'
import { createTemplateService } from '#messages/template-service/service.ts'
import type { Clock } from '#runtime/clock.ts'
import { testLog } from '#testing/log.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { planDayOf } from '#worker/jobs/plan-day-of.ts'
import { planNotices } from '#worker/jobs/plan-notices.ts'
import { planRecipients } from '#worker/jobs/plan-recipients.ts'
import { sendHeldAlerts } from '#worker/jobs/send-held-alerts.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'
import { sendMailing } from '#worker/jobs/send-mailing.ts'
import { dispatch } from '#worker/sending/dispatch.ts'
import { openSending, type Sending, type SendingOptions } from '#worker/sending/sending.ts'

export const linkSecret = 'a link secret of forty characters or so.'

export type SendingFixture = {
  sending: Sending
  /** Log lines, to see alarms and that nothing personal is in them. */
  lines: string[]
  /** Mails to one person, with their files, which the catcher doesn't store. */
  letters: Mail[]
  /** Runs a minute of the schedule: plans due mailings, looks for unfinished ones, and runs the queue until it is empty. */
  minute(): Promise<void>
  /** Runs the queued jobs. */
  runQueue(): Promise<void>
  close(): Promise<void>
}

export async function openSendingFixture(
  pool: pg.Pool,
  clock: Clock,
  more: Partial<Omit<SendingOptions, 'sender'>> & { sender?: Partial<SendingOptions['sender']> } = {},
): Promise<SendingFixture> {
  const lines: string[] = []
  const log = testLog('debug', lines)
  const { sender, ...options } = more
  const sending = await openSending({
    pool,
    clock,
    log,
    connections: carrierConnections(createCatcher({ pool }), 4),
    texts: createTextCatcher({ pool, from: '+15005550006' }),
    templates: createTemplateService({}),
    rates: {},
    dataFolder: temporaryFolder(),
    isOwnDatabase: false,
    ...options,
    sender: {
      siteUrl: 'https://town.example',
      postalAddress: 'Townbell, 1 Town Square, Springfield, IL 62701, USA',
      mailFrom: 'bell@town.example',
      mailFromSuffix: 'via Townbell',
      bounceAddress: 'bounces@town.example',
      linkSecret,
      ...sender,
    },
  })
  const catcher = createCatcher({ pool })
  const posted: Mail[] = []
  const letters = {
    pool,
    log,
    clock,
    linkSecret,
    carrier: {
      ...catcher,
      send(mail: Mail, maySend?: MaySend) {
        posted.push(mail)
        return catcher.send(mail, maySend)
      },
    },
    bounceAddress: 'bounces@town.example',
    siteUrl: 'https://town.example',
    mailFrom: 'bell@town.example',
    mailFromSuffix: 'via Townbell',
    supportEmail: 'help@town.example',
    postalAddress: 'Townbell, 1 Town Square, Springfield, IL 62701, USA',
  }
  const taskList = {
    'plan-day-of': planDayOf({ pool, clock, log }),
    'plan-notices': planNotices({ pool, clock }),
    'send-held-alerts': sendHeldAlerts({ pool, clock }),
    'plan-recipients': planRecipients({ pool, clock }),
    'send-mailing': sendMailing(sending),
    'send-letter': sendLetter(letters),
  }
  const quiet = new Logger(() => (level, message) => void (level === 'error' && lines.push(message)))
  const runQueue = () => runOnce({ pgPool: pool, taskList, logger: quiet, noHandleSignals: true })
  return {
    sending,
    lines,
    letters: posted,
    runQueue,
    async minute() {
      await planDayOf({ pool, clock, log })(null, undefined as never)
      await sendHeldAlerts({ pool, clock })(null, undefined as never)
      await planNotices({ pool, clock })(null, undefined as never)
      await dispatch(sending)
      await runQueue()
    },
    close: () => sending.stop(),
  }
}

export type Row = {
  address: string
  channel: string
  state: string
  attempts: number
  copies: number
  last_error: string | null
}

export async function deliveriesOf(pool: pg.Pool, calendarId: string): Promise<Row[]> {
  const { rows } = await pool.query(
    'select address, channel, state, attempts, copies, last_error from public.deliveries where calendar_id = $1 order by created_at, address',
    [calendarId],
  )
  return rows
}

export async function caught(pool: pg.Pool, kind: 'email' | 'sms' = 'email') {
  const { rows } = await pool.query('select * from private.caught_messages where kind = $1 order by position', [kind])
  return rows as {
    recipient: string
    subject: string
    html: string
    text: string
    headers: Record<string, string>
    message_id: string
  }[]
}
