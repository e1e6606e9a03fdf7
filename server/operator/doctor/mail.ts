// Checks that the mail server can be reached and accepts our sign-in, without sending anything.
import { seconds } from '#domain/durations.ts'
import { SmtpError } from '#messages/email/smtp-reply.ts'
import { openSession } from '#messages/email/smtp-session.ts'
import { readSmtpUrl } from '#messages/email/smtp-url.ts'
import { WireError } from '#messages/email/smtp-wire.ts'
import type { Config } from '#runtime/config.ts'
import { type Finding, findings } from './finding.ts'

export async function checkMail({ mailCarrier, smtpUrl, mailbox, twilio, siteUrl }: Config): Promise<Finding[]> {
  const found = findings('mail')
  if (mailCarrier === 'catcher') {
    if (mailbox) found.ok('Mail is caught and shown at the address that the start printed.')
    else found.bad('Mail is caught and not sent.', 'Set SMTP_URL and MAIL_FROM, or SENDGRID_API_KEY.')
  }
  if (mailCarrier === 'sendgrid') found.unchecked('SendGrid is only contacted to send mail: send yourself a test.')
  if (mailCarrier === 'smtp' && smtpUrl) await checkSmtp(smtpUrl)
  if (twilio) found.unchecked('Twilio is only contacted to send texts: send yourself a test.')
  return found.all

  async function checkSmtp(url: string) {
    const server = readSmtpUrl(url, new URL(siteUrl).hostname)
    const timeouts = { connect: seconds(5), command: seconds(10), block: seconds(10), end: seconds(10) }
    try {
      const session = await openSession({ server, timeouts })
      session.quit()
      found.ok(`${server.host} answers${server.user ? ' and accepts our sign-in' : ''}.`)
    } catch (error) {
      const isRefused = error instanceof SmtpError
      if (!isRefused && !(error instanceof WireError)) throw error
      const code = isRefused ? error.refusal.code : error.code
      if (isRefused && error.stage === 'auth')
        found.bad(`${server.host} refuses our sign-in (${code}).`, 'Check the user and password in SMTP_URL.')
      else
        found.bad(
          `${server.host} cannot be used (${code}).`,
          'Check the name, port and TLS in SMTP_URL, and whether a firewall stops outgoing mail.',
        )
    }
  }
}
