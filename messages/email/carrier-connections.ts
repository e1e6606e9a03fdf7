// Connections over a carrier that takes a whole mail in one call: the catcher, or a provider with an API.
import { createSemaphore } from '#runtime/semaphore.ts'
import { outcomeOf } from '../outcome.ts'
import type { EmailCarrier } from './carrier.ts'
import type { MailConnections } from './connection.ts'

export function carrierConnections(carrier: EmailCarrier, atOnce: number): MailConnections {
  const semaphore = createSemaphore(atOnce)
  return {
    async open() {
      await semaphore.acquire()
      return {
        async send(mail, maySend) {
          if (!(await maySend())) return { kind: 'stopped' }
          try {
            const { providerId } = await carrier.send({
              ...mail,
              html: mail.html(),
              text: mail.text(),
              envelopeFrom: mail.returnPath,
            })
            return { kind: 'sent', providerId }
          } catch (error) {
            return outcomeOf(error)
          }
        },
        release: semaphore.release,
      }
    },
    close: () => carrier.close(),
  }
}
