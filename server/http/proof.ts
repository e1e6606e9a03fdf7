// What is hard to undo asks who sits at the browser, or has a copy of its token: for the password, every time. Where an account has none, for
// six digits that this session had mailed a moment ago. The mailbox is no way around a password. A passkey does for everybody.
import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod'
import { existingPassword } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { mailedCode, tokenHash } from '#messages/signatures.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Limits, Take } from './limits.ts'
import { assertionShape, notVerified, takeAssertion } from './passkeys.ts'

export type ProofContext = {
  pool: pg.Pool
  passwords: { matches(password: string, stored: string | undefined): Promise<boolean> }
  limits: Limits
  linkSecret: string
  clock: Clock
  siteUrl: string
}

/** Stored where an account has no password. */
export const NO_PASSWORD = '!'

/** Six digits as people type them, with the space that some programs show in the middle. */
export const typedCode = z
  .string('The code must be text')
  .max(100, 'The code is too long')
  .transform((code) => code.replaceAll(/\s/g, ''))

/** Fields of every request that asks for proof. */
export const proofFields = {
  password: existingPassword.nullish(),
  /** The code of GET /auth/v1/reauthenticate. */
  nonce: typedCode.nullish(),
  /** Signed for this session: see POST /auth/v1/passkeys/proof/options. */
  passkey: assertionShape.nullish(),
}
const shape = z.object(proofFields)
export type Proof = { [Field in keyof z.infer<typeof shape>]?: z.infer<typeof shape>[Field] | undefined }

/** Counted per person, so that changing the browser gives no new guesses. */
export async function requireProof(
  context: ProofContext,
  { id, sessionId }: { id: string; sessionId: string },
  { password, nonce, passkey }: Proof,
): Promise<void> {
  if (passkey) {
    const take: Take = { name: 'proof', of: id }
    await context.limits.take(take)
    if ((await takeAssertion(context, passkey, `prove:${sessionId}`)) !== id) throw notVerified()
    return context.limits.forget(take)
  }
  const { rows } = await context.pool.query<{ encrypted_password: string }>(storedPassword, [id])
  const stored = rows[0]?.encrypted_password
  if (stored === NO_PASSWORD) await requireNonce(context, { id, sessionId }, nonce)
  else await requireMatch(context, id, password, stored)
}

/** Tries are counted by `of`. */
export async function requireMatch(
  { passwords, limits }: Pick<ProofContext, 'passwords' | 'limits'>,
  of: string,
  password: string | null | undefined,
  stored: string | undefined,
): Promise<void> {
  if (typeof password !== 'string') throw new AppError('reauthentication_needed', 403, accountTexts.passwordNeeded)
  const take: Take = { name: 'proof', of }
  await limits.take(take)
  if (!(await passwords.matches(password, stored)))
    throw new AppError('invalid_credentials', 400, accountTexts.passwordWrong)
  await limits.forget(take)
}

async function requireNonce(
  { pool, limits, linkSecret, clock }: ProofContext,
  { id, sessionId }: { id: string; sessionId: string },
  nonce: string | null | undefined,
): Promise<void> {
  if (typeof nonce !== 'string') throw new AppError('reauthentication_needed', 403, accountTexts.mailedCodeNeeded)
  const take: Take = { name: 'proof', of: id }
  await limits.take(take)
  const { rows } = await pool.query<{ id: string }>(findNonce, [id, tokenHash(sessionId), clock.now()])
  if (!rows[0] || !isCodeOf(linkSecret, rows[0].id, nonce))
    throw new AppError('reauthentication_not_valid', 422, accountTexts.mailedCodeWrong)
  await limits.forget(take)
}

export function isCodeOf(linkSecret: string, rowId: string, typed: string): boolean {
  const [wanted, given] = [Buffer.from(mailedCode(linkSecret, rowId)), Buffer.from(typed)]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

export const storedPassword = 'select encrypted_password from auth.users where id = $1'

const findNonce = `
  select id from auth.one_time_tokens
  where user_id = $1 and kind = 'reauthentication' and browser_hash = $2 and expires_at > $3
  order by created_at desc limit 1`
