// Passwords are stored as argon2id, with the parameters OWASP names. Each hash takes 19 MiB and a processor, so only a few are made at
// once, in turn by network.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#domain/errors.ts'
import {
  firstUnmetRule,
  normalisePassword,
  resetPasswordRules,
  signUpPasswordRules,
  weakPasswordReasons,
} from '#domain/passwords.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { callerKey } from '#runtime/caller.ts'
import type { FairSemaphore } from '#runtime/fair-semaphore.ts'
import { NO_PASSWORD } from '#server/http/proof.ts'
import { isCommonPassword } from './common-passwords.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** Takes as long without a stored hash as with one, so that the response time does not reveal which accounts exist. */
  matches(password: string, stored: string | undefined): Promise<boolean>
}

const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function createPasswords(turns: FairSemaphore): Passwords {
  const dummyHash = hash(randomBytes(32), ARGON2ID)
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns.run(callerKey(), work)
  return {
    hash: async (password) => inTurn(() => hashPassword(password)),
    async matches(password, stored) {
      const isSet = stored !== undefined && stored !== NO_PASSWORD
      const against = isSet ? stored : await dummyHash
      const same = await inTurn(() => verify(against, normalisePassword(password)))
      return same && isSet
    },
  }
}

export function hashPassword(password: string): Promise<string> {
  return hash(normalisePassword(password), ARGON2ID)
}

/** Refuses a password that breaks the rules, naming the first as the screens do, and one that is guessed at once. */
export function checkNewPassword(password: string, rules: 'sign-up' | 'reset'): void {
  // Such text cannot be hashed unchanged, however strong it is.
  if (!password.isWellFormed() || password.includes('\0'))
    throw new AppError('validation_failed', 400, "Password contains characters that can't be used")
  const wanted = rules === 'reset' ? resetPasswordRules : signUpPasswordRules
  const message = firstUnmetRule(password, wanted)
  if (message === null) {
    if (!isCommonPassword(password)) return
    throw new AppError('weak_password', 422, accountTexts.passwordCommon, { details: { reasons: ['pwned'] } })
  }
  const reasons = weakPasswordReasons(password, wanted)
  throw new AppError('weak_password', 422, message, { details: { reasons } })
}
