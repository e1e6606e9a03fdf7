// Whether the mail server takes us: reached, spoken to and signed in, without sending anything.
import { createTransport } from 'nodemailer'
import { seconds } from '#domain/durations.ts'
import type { Config } from '#runtime/config.ts'
import { type Finding, findings } from './finding.ts'

export async function checkMail({ mailCarrier, smtpUrl, production, twilio }: Config): Promise<Finding[]> {
  const found = findings('mail')
  if (mailCarrier === 'catcher') {
    if (production) found.bad('Mail is caught and not sent.', 'Set SMTP_URL and MAIL_FROM, or SENDGRID_API_KEY.')
    else found.ok('It is caught and shown at /dev/mailbox.')
  }
  if (mailCarrier === 'sendgrid') found.unchecked('SendGrid is asked only when mail is sent: send yourself a test.')
  if (mailCarrier === 'smtp' && smtpUrl) await checkSmtp(smtpUrl)
  if (twilio) found.unchecked('Twilio is asked only when a text is sent: send yourself a test.')
  return found.all

  async function checkSmtp(url: string) {
    const { hostname, username } = new URL(url)
    const wait = { connectionTimeout: seconds(5), greetingTimeout: seconds(5), socketTimeout: seconds(10) }
    const transport = createTransport({ url, ...wait })
    try {
      await transport.verify()
      found.ok(`${hostname} answers${username ? ' and takes our sign-in' : ''}.`)
    } catch (error) {
      const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
      if (code === 'EAUTH')
        found.bad(`${hostname} refuses our sign-in (${responseCode}).`, 'Check the user and password in SMTP_URL.')
      else
        found.bad(
          `${hostname} cannot be spoken to (${[code, responseCode].filter(Boolean).join(' ')}).`,
          'Check the name, port and TLS in SMTP_URL, and whether a firewall stops outgoing mail.',
        )
    } finally {
      transport.close()
    }
  }
}
