// Single letters by SMTP. They have connections of their own, so that a sign-up mail does not wait for a mailing of thousands.
import { notSent, type Outcome } from '../outcome.ts'
import { checkMail, type EmailCarrier, type Mail } from './carrier.ts'
import type { Outgoing } from './connection.ts'
import { type DkimKey, signMessage } from './dkim.ts'
import { composeMailing } from './mailing-mime.ts'
import { createSmtpConnections, type SmtpConnectionsOptions } from './smtp-connections.ts'

export type SmtpOptions = Omit<SmtpConnectionsOptions, 'connections'> & {
  connections?: number
  dkim?: DkimKey | undefined
}

export function createSmtp({ dkim, ...options }: SmtpOptions): EmailCarrier {
  const connections = createSmtpConnections({ connections: 4, ...options })
  return {
    async send(mail, maySend = async () => true) {
      checkMail(mail)
      const connection = await connections.open()
      try {
        const outcome = await connection.send(outgoingOf(mail, dkim), maySend)
        if (outcome.kind === 'sent') return { providerId: outcome.providerId }
        throw errorOf(outcome)
      } finally {
        connection.release()
      }
    },
    close: () => connections.close(),
  }
}

function outgoingOf(mail: Mail, dkim: DkimKey | undefined): Outgoing {
  const { from, to, subject, html, text, messageId, date, headers, envelopeFrom = from.address, reference = '' } = mail
  const { calendarParts = [] } = mail
  return {
    to,
    from,
    returnPath: envelopeFrom,
    messageId,
    subject,
    headers,
    date,
    reference,
    html: () => html,
    text: () => text,
    async raw() {
      const mime = composeMailing({ from, subject, html, text, date, headers, calendarParts }, [])
      const message = mime.message({ to, messageId, headers: {}, values: {} })
      return dkim ? signMessage(message, dkim, date) : message
    },
  }
}

/** A letter that a provider's policy rejects is an alarm: an operator can fix it, and the queue tries the letter again. */
function errorOf(outcome: Exclude<Outcome, { kind: 'sent' }>) {
  if (outcome.kind === 'unknown') return notSent('temporary', outcome.code, { mayHaveLeft: true })
  if (outcome.kind === 'stopped') return notSent('temporary', 'stopped')
  const { kind: _, failure, code, ...more } = outcome
  return notSent(more.isPolicy ? 'alarm' : failure, code, more)
}
