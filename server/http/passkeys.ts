// Checks what a passkey has signed. A challenge follows from its id, which has its expiry, from what it is for, and from our secret: nobody
// else can compute it, so a signed one was given out by us, for this purpose. Answers are accepted once.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod'
import { inSeconds, minutes } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { signature, tokenHash } from '#messages/signatures.ts'
import type { Clock } from '#runtime/clock.ts'

export type PasskeyContext = { pool: pg.Pool; linkSecret: string; siteUrl: string; clock: Clock }

/** Signing in, or, in one session, adding a passkey or confirming a step. */
export type Purpose = 'sign-in' | `add:${string}` | `prove:${string}`

const LIFETIME_MS = minutes(10)

const encoded = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)
const challengeId = z.string('challenge_id is missing').max(100, 'challenge_id is too long')
const credential = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
}
/** What navigator.credentials.get() gave, as JSON. */
export const assertionShape = z.object({
  challenge_id: challengeId,
  credential: z.object(
    {
      ...credential,
      response: z.object({
        clientDataJSON: encoded(8192),
        authenticatorData: encoded(8192),
        signature: encoded(2048),
        userHandle: encoded(200).nullish(),
      }),
    },
    'credential is missing, or not that of a passkey',
  ),
})
/** What navigator.credentials.create() gave, as JSON. */
export const attestationShape = z.object({
  challenge_id: challengeId,
  credential: z.object(
    {
      ...credential,
      response: z.object({
        clientDataJSON: encoded(8192),
        attestationObject: encoded(32_768),
        transports: z.array(z.string().max(32)).max(10).catch([]).default([]),
      }),
    },
    'credential is missing, or not that of a passkey',
  ),
})
export type Assertion = z.infer<typeof assertionShape>

export function newChallenge({ linkSecret, clock }: PasskeyContext, purpose: Purpose) {
  const expires = inSeconds(clock.now().getTime() + LIFETIME_MS)
  const id = `${expires}.${randomBytes(16).toString('base64url')}`
  return { challenge_id: id, challenge: challengeOf(linkSecret, id, purpose), expires_at: expires }
}

/** Throws once it has expired. */
export function readChallenge({ linkSecret, clock }: PasskeyContext, id: string, purpose: Purpose) {
  const [expires = ''] = /^\d{10}(?=\.[\w-]{22}$)/.exec(id) ?? []
  if (!expires || Number(expires) * 1000 < clock.now().getTime())
    throw new AppError('webauthn_challenge_expired', 422, accountTexts.passkeyExpired)
  return { challenge: challengeOf(linkSecret, id, purpose), expires: new Date(Number(expires) * 1000) }
}

const challengeOf = (linkSecret: string, id: string, purpose: Purpose) =>
  signature(linkSecret, 'passkey-challenge', purpose, id)

export const notVerified = () => new AppError('webauthn_verification_failed', 400, accountTexts.passkeyRefused)

/** The passkeys of our address, and no other. */
export function relyingParty({ siteUrl }: Pick<PasskeyContext, 'siteUrl'>) {
  const { origin, hostname } = new URL(siteUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/** A page asks a browser for any of the passkeys that it has for us. */
export function assertionOptions(context: PasskeyContext, purpose: Purpose) {
  const { challenge, ...rest } = newChallenge(context, purpose)
  const { expectedRPID: rpId } = relyingParty(context)
  return {
    ...rest,
    options: { challenge, rpId, timeout: LIFETIME_MS, userVerification: 'required', allowCredentials: [] },
  }
}

export const toBase64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
/** What devices store as the person. */
export const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

type Stored = { id: string; user_id: string; credential_id: Buffer; public_key: Buffer; sign_count: string }

/** Returns whose passkey signed it, or throws the same for each reason why not. */
export async function takeAssertion(context: PasskeyContext, given: Assertion, purpose: Purpose): Promise<string> {
  const { pool, clock } = context
  const { challenge, expires } = readChallenge(context, given.challenge_id, purpose)
  const { rows } = await pool.query<Stored>(findPasskey, [Buffer.from(given.credential.id, 'base64url')])
  const [stored] = rows
  if (!stored) throw notVerified()
  const { userHandle, ...response } = given.credential.response
  if (userHandle && userHandle !== handleOf(stored.user_id)) throw notVerified()
  const counted = await verified(context, { ...given.credential, response }, stored, challenge)
  if (counted === undefined) throw notVerified()
  const used = await pool.query(useChallenge, [tokenHash(challenge), expires])
  if (used.rowCount !== 1) throw notVerified()
  // Of two answers at once with one count, the second is a copy.
  const { rowCount } = await pool.query(countUse, [stored.id, counted, clock.now()])
  if (rowCount !== 1) throw notVerified()
  return stored.user_id
}

/** Returns how often the device has signed. */
async function verified(
  context: PasskeyContext,
  response: Assertion['credential'],
  stored: Stored,
  expectedChallenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge,
      ...relyingParty(context),
      credential: {
        id: toBase64url(stored.credential_id),
        publicKey: new Uint8Array(stored.public_key),
        counter: Number(stored.sign_count),
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** Takes a fifth of a second to load, which most processes never need. */
export const webauthn = () => import('@simplewebauthn/server')

const findPasskey =
  'select id, user_id, credential_id, public_key, sign_count from auth.passkeys where credential_id = $1'

export const useChallenge = `
  insert into private.used_challenges (challenge_hash, expires_at) values ($1, $2) on conflict do nothing`

const countUse = `
  update auth.passkeys set sign_count = $2, last_used_at = $3
  where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`
