import type pg from 'pg'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'

export type WebhookOptions = {
  /** The service's own pool: there is no session, and the signature is the permission. */
  pool: pg.Pool
  clock: Clock
  log: Log
  /** The URL configured at the providers, which their signatures cover. */
  siteUrl: string
  linkSecret: string
  supportEmail: string
  sendgridWebhookKey: string | undefined
  twilio: { authToken: string } | undefined
}
