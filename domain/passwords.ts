import { lengthOf } from './characters.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'

interface PasswordRule {
  message: string
  met: (password: string) => boolean
}

const SPECIAL_CHARACTERS = '!@#$%^&*(),.?":{}|<>'

const longEnough = (password: string) => lengthOf(password) >= PASSWORD_MIN
const uppercase = { message: 'Password must contain at least one uppercase letter', met: matches(/\p{Lu}/u) }
const lowercase = { message: 'Password must contain at least one lowercase letter', met: matches(/\p{Ll}/u) }
const number = { message: 'Password must contain at least one number', met: matches(/[0-9]/) }
const special = {
  message: 'Password must contain at least one special character',
  met: (password: string) => [...SPECIAL_CHARACTERS].some((character) => password.includes(character)),
}
const shortEnough = {
  message: `Password must be at most ${PASSWORD_MAX} characters long`,
  met: (password: string) => lengthOf(password) <= PASSWORD_MAX,
}
/** A broken surrogate would be hashed as the replacement character, and so would every other one. */
const wellFormed = {
  message: 'Password contains characters that cannot be used',
  met: (password: string) => password.isWellFormed() && !password.includes('\0'),
}

/** Shown as a live list under the field while somebody signs up. */
export const signUpPasswordRules: readonly PasswordRule[] = [
  { message: `Password must be at least ${PASSWORD_MIN} characters long`, met: longEnough },
  uppercase,
  lowercase,
  number,
  special,
  shortEnough,
  wellFormed,
]

/** A new password after a reset link; no special character is asked for, and the first message is shorter. */
export const resetPasswordRules: readonly PasswordRule[] = [
  { message: `Password must be at least ${PASSWORD_MIN} characters`, met: longEnough },
  uppercase,
  lowercase,
  number,
  shortEnough,
  wellFormed,
]

export const RESET_PASSWORD_SUMMARY = `Password must be at least ${PASSWORD_MIN} characters with uppercase, lowercase, and numbers`

export function unmetRules(password: string, rules: readonly PasswordRule[] = signUpPasswordRules): string[] {
  return rules.filter((rule) => !rule.met(password)).map((rule) => rule.message)
}

export function firstUnmetRule(password: string, rules: readonly PasswordRule[] = signUpPasswordRules): string | null {
  return rules.find((rule) => !rule.met(password))?.message ?? null
}

/** What is hashed: the same letters typed on two keyboards may differ in composition. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC')
}

function matches(pattern: RegExp) {
  return (password: string) => pattern.test(password)
}
