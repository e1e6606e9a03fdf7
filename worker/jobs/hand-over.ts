// Gives one mail to the carrier, and sorts what comes back: what may pass is tried again by the queue.
import type { EmailCarrier, Mail } from '#messages/email/carrier.ts'
import { fateOf } from '#messages/email/carrier.ts'
import type { Log } from '#runtime/log.ts'

/** Whether it was taken. False: it never will be, and trying again would not help. */
export async function handOver(carrier: EmailCarrier, mail: Mail, log: Log, about: object): Promise<boolean> {
  try {
    await carrier.send(mail)
    return true
  } catch (error) {
    const fate = fateOf(error)
    if (fate === 'alarm') log.error({ err: error, ...about }, 'the mail server refuses us')
    if (fate !== 'never') throw error
    log.warn({ err: error, ...about }, 'a mail cannot be delivered')
    return false
  }
}
