// Our own captcha: the browser works for about a second before it may ask. Nobody is tracked and no service is called.
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type pg from 'pg'
import * as z from 'zod'
import { CAPTCHA_CHALLENGE_LIFETIME_MS } from '#domain/limits.ts'
import { signature, tokenHash } from '#messages/links.ts'
import type { Clock } from '#runtime/clock.ts'
import type { CaptchaProvider } from './captcha.ts'

/** `cost` rounds of hashing a try, and an answer between so many tries. */
export type AltchaWork = { cost: number; from: number; to: number }

/** Measured: half a second to a second on one core, which a browser shares among several. */
const USUAL_WORK: AltchaWork = { cost: 1000, from: 1500, to: 3000 }

export type AltchaOptions = { pool: pg.Pool; linkSecret: string; clock: Clock; altchaWork?: AltchaWork }

export function createAltcha({ pool, linkSecret, clock, altchaWork = USUAL_WORK }: AltchaOptions): CaptchaProvider {
  const { cost, from, to } = altchaWork
  // Not the secret itself, and one for each use, so that no signature of one kind can pass for another.
  const secrets = {
    hmacSignatureSecret: signature(linkSecret, 'captcha-challenge'),
    hmacKeySignatureSecret: signature(linkSecret, 'captcha-answer'),
  }

  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(from, to),
        deriveKey,
        expiresAt: new Date(clock.now().getTime() + CAPTCHA_CHALLENGE_LIFETIME_MS),
        ...secrets,
      }),

    async check(token) {
      const payload = parsePayload(token)
      if (!payload) return false
      const { challenge, solution } = payload
      const expires = new Date(Number(challenge.parameters.expiresAt) * 1000)
      if (!(expires > clock.now())) return false
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      if (!verified) return false
      const { rowCount } = await pool.query(useChallenge, [tokenHash(challenge.signature), expires])
      return rowCount === 1
    },
  }
}

/** Only what our own challenges hold; the signature says whether we made it. */
const payloadShape = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

function parsePayload(token: string): (Payload & { challenge: { signature: string } }) | undefined {
  try {
    return payloadShape.parse(JSON.parse(Buffer.from(token, 'base64').toString()))
  } catch {
    return undefined
  }
}

const useChallenge = `
  insert into private.used_challenges (challenge_hash, expires_at) values ($1, $2)
  on conflict (challenge_hash) do nothing`
