// Lanes over a carrier that takes a whole mail in one call: the catcher, or a provider with an API.
import { createSemaphore } from '#runtime/semaphore.ts'
import type { EmailCarrier } from './carrier.ts'
import { notSentDetails } from './carrier.ts'
import type { Lanes, Outcome } from './lane.ts'

export function carrierLanes(carrier: EmailCarrier, width: number): Lanes {
  const semaphore = createSemaphore(width)
  return {
    async open() {
      await semaphore.acquire()
      return {
        async send(mail, mayGo) {
          if (!(await mayGo())) return { kind: 'stopped' }
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

/** An error we do not know left the message open. */
export function outcomeOf(error: unknown): Outcome {
  const known = notSentDetails(error)
  if (!known) return { kind: 'unknown', code: (error as { code?: string }).code ?? 'unexpected' }
  const { fate, providerCode, mayHaveLeft, isCarrier, isBadAddress, retryAfterMs } = known
  if (mayHaveLeft) return { kind: 'unknown', code: providerCode }
  return {
    kind: 'refused',
    fate,
    code: providerCode,
    retryAfterMs,
    ...(isCarrier ? { isCarrier } : {}),
    ...(isBadAddress ? { isBadAddress } : {}),
  }
}
