// Proof-of-work puzzles that a browser solves before a request: they track nobody and call no service. Each is signed
// together with its purpose, and is accepted once.
import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type pg from 'pg'
import * as z from 'zod'
import { CAPTCHA_CHALLENGE_LIFETIME_MS } from '#domain/limits.ts'
import { signature, tokenHash } from '#messages/signatures.ts'
import type { Clock } from '#runtime/clock.ts'

/** `cost` rounds of hashing a try, and an answer between so many tries. */
export type Work = { cost: number; from: number; to: number }

/** Measured: half a second to a second on one core, which a browser shares among several. */
export const USUAL_WORK: Work = { cost: 1000, from: 1500, to: 3000 }

/** A puzzle as programs get it. Solved, it is sent as base64 of `{ challenge, solution }`. */
export const puzzleShape = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    expiresAt: z.number().optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string().optional(),
})

/** The data that is signed with a puzzle. */
export type PuzzleData = Record<string, string | number>

export type Puzzles = {
  make(work: Work, data?: PuzzleData): Promise<Challenge>
  /** Returns the signed data if the solution is correct and not expired; otherwise null. */
  read(token: string): Promise<Solved | null>
}

export type Solved = {
  data: PuzzleData
  /** False when it was used before. */
  spend(): Promise<boolean>
}

export type PuzzleOptions = { pool: pg.Pool; linkSecret: string; clock: Clock }

export function createPuzzles({ pool, linkSecret, clock }: PuzzleOptions): Puzzles {
  // A key for each use, derived from the secret, so that no signature of one kind can pass for another.
  const secrets = {
    hmacSignatureSecret: signature(linkSecret, 'captcha-challenge'),
    hmacKeySignatureSecret: signature(linkSecret, 'captcha-answer'),
  }

  return {
    make: ({ cost, from, to }, data) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(from, to),
        deriveKey,
        data,
        expiresAt: new Date(clock.now().getTime() + CAPTCHA_CHALLENGE_LIFETIME_MS),
        ...secrets,
      }),

    async read(token) {
      const payload = parsePayload(token)
      if (!payload) return null
      const { challenge, solution } = payload
      const expires = new Date(Number(challenge.parameters.expiresAt) * 1000)
      if (!(expires > clock.now())) return null
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      if (!verified) return null
      return {
        data: (challenge.parameters.data ?? {}) as PuzzleData,
        async spend() {
          const { rowCount } = await pool.query(useChallenge, [tokenHash(challenge.signature), expires])
          return rowCount === 1
        },
      }
    },
  }
}

/** Accepts only the fields of our own challenges; the signature proves that we made it. */
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
      data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
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
