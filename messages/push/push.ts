// Web push: a message to a browser's push service, signed with our key (VAPID, RFC 8292). A message that is not accepted throws `notSent`.
import { importJWK, SignJWT } from 'jose'
import { hours, inSeconds, seconds } from '#domain/durations.ts'
import type { Clock } from '#runtime/clock.ts'
import type { VapidKeys } from '#runtime/vapid.ts'
import { notSent } from '../outcome.ts'
import { type Answer, callProvider, retryAfter } from '../provider-call.ts'
import { type BrowserKeys, encryptPush } from './encrypt.ts'

export type PushMessage = {
  endpoint: string
  keys: BrowserKeys
  payload: { title: string; body: string; url: string; tag: string }
  /** A second message with the same topic replaces one that was not shown yet, so a retry shows nothing twice. */
  topic: string
  /** How long the service stores the message for a browser that is off. */
  ttlMs: number
}

export type PushCarrier = { send(message: PushMessage): Promise<void> }

export type PushOptions = {
  vapid: VapidKeys
  /** The address that a push service may write to about us. */
  contact: string
  clock: Clock
  call?: (url: string, init: RequestInit, timeoutMs?: number) => Promise<Answer>
}

export function createPush({ vapid, contact, clock, call = callProvider }: PushOptions): PushCarrier {
  const tokens = new Map<string, { header: string; until: number }>()
  return {
    async send({ endpoint, keys, payload, topic, ttlMs }) {
      const { status, headers } = await call(
        endpoint,
        {
          method: 'POST',
          headers: {
            authorization: await authorization(new URL(endpoint).origin),
            'content-type': 'application/octet-stream',
            'content-encoding': 'aes128gcm',
            ttl: String(inSeconds(ttlMs)),
            topic,
          },
          body: new Uint8Array(encryptPush(JSON.stringify(payload), keys)),
        },
        seconds(20),
      )
      if (status >= 200 && status < 300) return
      if (status === 404 || status === 410) throw notSent('permanent', String(status), { isBadAddress: true })
      if (status === 429) throw notSent('temporary', '429', { retryAfterMs: retryAfter(headers) })
      throw notSent('permanent', String(status))
    },
  }

  /** Returns the VAPID header for a push service. It is valid for all its browsers, so it is cached. */
  async function authorization(origin: string): Promise<string> {
    const now = clock.now().getTime()
    const cached = tokens.get(origin)
    if (cached && cached.until > now) return cached.header
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(origin)
      .setSubject(`mailto:${contact}`)
      .setExpirationTime(Math.floor((now + hours(12)) / 1000))
      .sign(await importJWK(jwkOf(vapid), 'ES256'))
    const header = `vapid t=${token}, k=${vapid.publicKey}`
    tokens.set(origin, { header, until: now + hours(11) })
    return header
  }
}

function jwkOf({ publicKey, privateKey }: VapidKeys) {
  const point = Buffer.from(publicKey, 'base64url')
  const part = (from: number, to: number) => point.subarray(from, to).toString('base64url')
  return { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65), d: privateKey }
}
