// A person's passkeys: adding, naming and removing them. Adding and removing ask for proof, and are mailed.
import type { Handler } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { PRODUCT_NAME } from '#domain/company.ts'
import { describeDevice } from '#domain/devices.ts'
import { AppError } from '#domain/errors.ts'
import { PASSKEY_NAME_MAX, PASSKEYS_MAX } from '#domain/limits.ts'
import { requiredText } from '#domain/text-rules.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { isUuid } from '#domain/uuid.ts'
import { tokenHash } from '#messages/signatures.ts'
import { parseBody } from '#server/http/json-body.ts'
import { askedLanguage } from '#server/http/language.ts'
import {
  attestationShape,
  handleOf,
  newChallenge,
  notVerified,
  readChallenge,
  relyingParty,
  toBase64url,
  useChallenge,
  webauthn,
} from '#server/http/passkeys.ts'
import { proofFields } from '#server/http/proof.ts'
import { queueNotice } from './account-links.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { requireRecentProof } from './recent-proof.ts'
import { lockPerson } from './second-step.ts'
import { currentSession } from './sessions.ts'

const name = requiredText({
  max: PASSKEY_NAME_MAX,
  label: accountTexts.passkeyNameInRules,
  required: accountTexts.passkeyNameRequired,
})
const proofShape = z.object(proofFields)
const nameShape = z.object({ friendly_name: name })
const newShape = attestationShape.extend({ friendly_name: name.nullish() })

export function listPasskeys(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const { id } = await currentSession(context, c)
    return c.json((await context.pool.query(findPasskeys, [id])).rows)
  }
}

/** The official client sends no proof: a sign-in just now counts as well. */
export function newPasskeyOptions(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const session = await currentSession(context, c)
    const proof = await readBody(c, proofShape)
    await requireRecentProof(context, session, proof)
    if (!session.email_confirmed_at)
      throw new AppError('email_not_confirmed', 403, accountTexts.confirmEmailBanner.title)
    const { rows } = await context.pool.query<{ credential_id: Buffer; transports: string[] }>(findOwn, [session.id])
    const { challenge, ...rest } = newChallenge(context, `add:${session.session_id}`)
    const { expectedRPID } = relyingParty(context)
    const options = {
      challenge,
      rp: { id: expectedRPID, name: PRODUCT_NAME },
      user: { id: handleOf(session.id), name: session.email, displayName: session.email },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: rows.map(({ credential_id, transports }) => ({
        type: 'public-key',
        id: toBase64url(credential_id),
        transports,
      })),
    }
    return c.json({ ...rest, options })
  }
}

export function addPasskey(context: AuthContext): Handler<AuthEnv> {
  const { pool, clock, log } = context
  return async (c) => {
    const session = await currentSession(context, c)
    const { challenge_id, credential, friendly_name } = await readBody(c, newShape)
    const { challenge, expires } = readChallenge(context, challenge_id, `add:${session.session_id}`)
    const made = await verifiedKey(context, credential, challenge)
    if (!made) throw notVerified()
    const device = describeDevice(c.req.header('user-agent')?.slice(0, 512) ?? null, askedLanguage(c.req.raw).language)
    const row = await inTransaction(pool, async (client) => {
      await client.query(lockPerson, [session.id])
      const used = await client.query(useChallenge, [tokenHash(challenge), expires])
      if (used.rowCount !== 1) throw notVerified()
      const { rows: own } = await client.query<{ count: number }>(countOwn, [session.id])
      if ((own[0]?.count ?? 0) >= PASSKEYS_MAX)
        throw new AppError('too_many_passkeys', 422, `You can have ${PASSKEYS_MAX} passkeys. Remove one first.`)
      const { rows } = await client.query(insertPasskey, [
        session.id,
        Buffer.from(made.id, 'base64url'),
        Buffer.from(made.publicKey),
        made.counter,
        credential.response.transports,
        friendly_name ?? device.slice(0, PASSKEY_NAME_MAX),
        clock.now(),
      ])
      if (!rows[0]) throw new AppError('webauthn_credential_exists', 422, accountTexts.passkeyExists)
      return rows[0]
    })
    log.info({ userId: session.id }, 'passkey added')
    return c.json(row)
  }
}

/** Certificates of devices are neither asked for nor read: checking one would fetch the addresses that it names. */
async function verifiedKey(
  context: AuthContext,
  response: z.infer<typeof newShape>['credential'],
  expectedChallenge: string,
) {
  const { verifyRegistrationResponse } = await webauthn()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const attested = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url')),
    )
    if (attested.get('fmt') !== 'none' && attested.get('attStmt').get('x5c') !== undefined) return undefined
    if (!['none', 'packed'].includes(attested.get('fmt'))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge,
      ...relyingParty(context),
      requireUserVerification: true,
    })
    return verified ? registrationInfo.credential : undefined
  } catch {
    return undefined
  }
}

export function renamePasskey(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const session = await currentSession(context, c)
    const { friendly_name } = await readBody(c, nameShape)
    const asked = c.req.param('id')
    const { rows } = isUuid(asked)
      ? await context.pool.query(setName, [asked, session.id, friendly_name])
      : { rows: [] }
    if (!rows[0]) throw notFound()
    return c.json(rows[0])
  }
}

/** Returns the same error for another person's passkey as for one that is gone. */
export function removePasskey(context: AuthContext): Handler<AuthEnv> {
  const { pool, log } = context
  return async (c) => {
    const session = await currentSession(context, c)
    const text = await c.req.text()
    // The official client sends no body.
    const proof = parseBody(text || '{}', proofShape)
    await requireRecentProof(context, session, proof)
    const asked = c.req.param('id')
    const { rowCount } = isUuid(asked) ? await pool.query(deletePasskey, [asked, session.id]) : { rowCount: 0 }
    if (rowCount !== 1) throw notFound()
    log.info({ userId: session.id }, 'passkey removed')
    return c.body(null, 204)
  }
}

const notFound = () => new AppError('webauthn_credential_not_found', 404, "You don't have this passkey")

const columns = 'id, friendly_name, created_at, last_used_at'
const findPasskeys = `select ${columns} from auth.passkeys where user_id = $1 order by created_at`
const findOwn = 'select credential_id, transports from auth.passkeys where user_id = $1'
const countOwn = 'select count(*)::int as count from auth.passkeys where user_id = $1'
const insertPasskey = `
  with passkey as (
    insert into auth.passkeys (user_id, credential_id, public_key, sign_count, transports, friendly_name, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict do nothing
    returning ${columns}
  )
  select passkey.* from passkey, ${queueNotice('passkey-added', '$1')}`
const setName = `update auth.passkeys set friendly_name = $3 where id = $1 and user_id = $2 returning ${columns}`
const deletePasskey = `
  with passkey as (delete from auth.passkeys where id = $1 and user_id = $2 returning 1)
  select 1 from passkey, ${queueNotice('passkey-removed', '$2')}`
