// Chooses the carriers for email, texts and push from the settings.
import type pg from 'pg'
import type { EmailCarrier } from '#messages/email/carrier.ts'
import { carrierConnections } from '#messages/email/carrier-connections.ts'
import { createCatcher } from '#messages/email/catcher.ts'
import type { MailConnections } from '#messages/email/connection.ts'
import { type DkimKey, readDkimKey } from '#messages/email/dkim.ts'
import { createSendgrid } from '#messages/email/sendgrid.ts'
import { createSmtp } from '#messages/email/smtp.ts'
import { createSmtpConnections } from '#messages/email/smtp-connections.ts'
import { createPush, type PushCarrier } from '#messages/push/push.ts'
import type { TextCarrier } from '#messages/sms/carrier.ts'
import { createTextCatcher } from '#messages/sms/catcher.ts'
import { createTwilio } from '#messages/sms/twilio.ts'
import type { Clock } from '#runtime/clock.ts'
import { type Config, ConfigError } from '#runtime/config.ts'

export type Carriers = {
  letters: EmailCarrier
  connections: MailConnections
  texts: TextCarrier
  push: PushCarrier
  dkim: DkimKey | undefined
}

/** For one letter, without a database; undefined where mail is caught. */
export function openLetterCarrier(config: Config): EmailCarrier | undefined {
  const { mailCarrier, smtpUrl, sendgrid, siteUrl } = config
  if (mailCarrier === 'smtp' && smtpUrl)
    return createSmtp({ url: smtpUrl, name: new URL(siteUrl).hostname, dkim: dkimKey(config) })
  return mailCarrier === 'sendgrid' && sendgrid ? createSendgrid(sendgrid) : undefined
}

export function openCarriers(config: Config, pool: pg.Pool, clock: Clock): Carriers {
  const dkim = dkimKey(config)
  const push = createPush({ vapid: config.vapid, contact: config.supportEmail, clock })
  return { ...mailCarriers(config, pool), texts: textCarrier(config, pool), push, dkim }
}

function mailCarriers(config: Config, pool: pg.Pool): Pick<Carriers, 'letters' | 'connections'> {
  const { mailCarrier, smtpUrl, mailConnections } = config
  const letters = openLetterCarrier(config) ?? createCatcher({ pool })
  if (mailCarrier === 'smtp' && smtpUrl) {
    const name = new URL(config.siteUrl).hostname
    return { letters, connections: createSmtpConnections({ url: smtpUrl, name, connections: mailConnections }) }
  }
  return { letters, connections: carrierConnections(letters, mailConnections) }
}

function textCarrier({ twilio, siteUrl }: Config, pool: pg.Pool): TextCarrier {
  if (!twilio) return createTextCatcher({ pool, from: '+15005550006' })
  return createTwilio({ ...twilio, statusUrl: `${siteUrl}/webhooks/twilio/status` })
}

function dkimKey({ dkim }: Config): DkimKey | undefined {
  if (!dkim) return undefined
  try {
    return readDkimKey(dkim)
  } catch (error) {
    throw new ConfigError(`DKIM_KEY_FILE is wrong: ${(error as Error).message}.`)
  }
}
