import type pg from 'pg'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'

export type WebhookOptions = {
  /** The service's own pool: nobody is signed in, and the signature is the permission. */
  pool: pg.Pool
  clock: Clock
  log: Log
  /** The address that providers were told, which their signatures cover. */
  siteUrl: string
  linkSecret: string
  supportEmail: string
  sendgridWebhookKey: string | undefined
  twilio: { authToken: string } | undefined
}
