// Mail by SMTP, over a few connections that stay open.
import { createTransport } from 'nodemailer'
import { minutes, seconds } from '#domain/durations.ts'
import { checkMail, type EmailCarrier, type Fate, notSent } from './carrier.ts'

export type SmtpOptions = {
  url: string
  connections?: number
  dkim?: { domain: string; selector: string; pem: string } | undefined
}

export function createSmtp({ url, connections = 4, dkim }: SmtpOptions): EmailCarrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    // RFC 5321 lets a server think for ten minutes after the final dot; hanging up sooner makes second copies.
    socketTimeout: minutes(10),
    // Nothing in a mail of ours is a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.pem } } : {}),
  })
  return {
    async send(mail) {
      checkMail(mail)
      const { from, to, subject, html, text, messageId, date, headers, envelopeFrom } = mail
      try {
        const envelope = { from: envelopeFrom ?? from.address, to: [to] }
        const { response } = await transport.sendMail({
          from,
          to,
          subject,
          html,
          text,
          messageId,
          date,
          headers,
          envelope,
        })
        return { providerId: queueId(response) }
      } catch (error) {
        throw sorted(error as SmtpProblem)
      }
    },
    async close() {
      transport.close()
    },
  }
}

type SmtpProblem = { code?: string; responseCode?: number; response?: string }

/** 5.7.x is about us, not about the recipient: our address, our relaying, our signatures. */
function sorted({ code = 'unknown', responseCode, response = '' }: SmtpProblem) {
  const enhanced = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return notSent(fate(), [responseCode ?? code, enhanced].filter(Boolean).join(' '))

  function fate(): Fate {
    if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'ETLS' || code === 'EREQUIRETLS' || code === 'ECONFIG')
      return 'alarm'
    if (enhanced?.startsWith('5.7.')) return 'alarm'
    if (responseCode !== undefined) return responseCode >= 500 ? 'never' : 'later'
    // Refused before a server was asked: the address itself cannot be written into an envelope.
    return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'never' : 'later'
  }
}

function queueId(response: string | undefined): string | undefined {
  return /queued as (\S+)/i.exec(response ?? '')?.[1]
}
