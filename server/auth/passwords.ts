// Passwords are kept as argon2id, with the parameters OWASP names. Each hash takes 19 MiB, so only a few are made at once.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#domain/errors.ts'
import {
  firstUnmetRule,
  normalisePassword,
  resetPasswordRules,
  signUpPasswordRules,
  unmetRules,
} from '#domain/passwords.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { isCommonPassword } from './common-passwords.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** Without a stored hash it works as long as with one, and says no. */
  matches(password: string, stored: string | undefined): Promise<boolean>
}

const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function createPasswords({ atOnce = Math.min(4, availableParallelism()), waiting = 256 } = {}): Passwords {
  const turn = gate(atOnce, waiting)
  const nobodys = hash(randomBytes(32), ARGON2ID)
  return {
    hash: (password) => turn(() => hashPassword(password)),
    async matches(password, stored) {
      const against = stored ?? (await nobodys)
      const same = await turn(() => verify(against, normalisePassword(password)))
      return same && stored !== undefined
    },
  }
}

export function hashPassword(password: string): Promise<string> {
  return hash(normalisePassword(password), ARGON2ID)
}

/** Refuses a password that breaks the rules, naming the first as the screens do, and one that is guessed at once. */
export function checkNewPassword(password: string, rules: 'sign-up' | 'reset'): void {
  // Not a matter of strength: such text cannot be hashed as what it is.
  if (!password.isWellFormed() || password.includes('\0'))
    throw new AppError('validation_failed', 400, 'Password contains characters that cannot be used')
  const wanted = rules === 'reset' ? resetPasswordRules : signUpPasswordRules
  const message = firstUnmetRule(password, wanted)
  if (message === null) {
    if (!isCommonPassword(password)) return
    throw new AppError('weak_password', 422, accountTexts.passwordCommon, { details: { reasons: ['pwned'] } })
  }
  const reasons = new Set(
    unmetRules(password, wanted).map((unmet) => (/characters( long)?$/.test(unmet) ? 'length' : 'characters')),
  )
  throw new AppError('weak_password', 422, message, { details: { reasons: [...reasons] } })
}

function gate(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else {
      if (queue.length >= waiting)
        throw new AppError('unavailable', 503, 'The service is busy. Please try again in a moment.', { retryAfter: 2 })
      // The one who finishes hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
