// Hands one letter to the carrier. A temporary failure is thrown, so that the queue tries again.
import type pg from 'pg'
import { PRODUCT_NAME } from '#domain/company.ts'
import type { EmailCarrier, Mail } from '#messages/email/carrier.ts'
import { failureOf } from '#messages/outcome.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'

export type LetterOptions = {
  pool: pg.Pool
  carrier: EmailCarrier
  log: Log
  linkSecret: string
  siteUrl: string
  mailFrom: string
  /** Where replies of calendar programs are read; without it mails have no invitations. */
  bounceAddress?: string | undefined
  supportEmail: string
  postalAddress: string
  clock?: Clock
}

/** Returns whether the letter was accepted; false means that it never will be. `about` names it in the log. */
export async function sendLetter(
  { carrier, log, mailFrom, clock = systemClock }: LetterOptions,
  letter: Omit<Mail, 'from' | 'date'>,
  about: object,
): Promise<boolean> {
  try {
    await carrier.send({ ...letter, from: { name: PRODUCT_NAME, address: mailFrom }, date: clock.now() })
    return true
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'alarm') log.error({ err: error, ...about }, 'the mail server refuses us')
    if (failure !== 'permanent') throw error
    log.warn({ err: error, ...about }, 'a mail cannot be delivered')
    return false
  }
}
