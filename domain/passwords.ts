import { lengthOf } from './characters.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'
import { passwordTexts } from './texts/passwords.ts'

interface PasswordRule {
  message: string
  /** What a password that breaks it lacks, as the sign-in API names it. */
  reason: 'length' | 'characters'
  met: (password: string) => boolean
}

const SPECIAL_CHARACTERS = '!@#$%^&*(),.?":{}|<>'

const longEnough = (password: string) => lengthOf(password) >= PASSWORD_MIN
const uppercase = characters(passwordTexts.uppercase, matches(/\p{Lu}/u))
const lowercase = characters(passwordTexts.lowercase, matches(/\p{Ll}/u))
const number = characters(passwordTexts.number, matches(/[0-9]/))
const special = characters(passwordTexts.special, (password) =>
  [...SPECIAL_CHARACTERS].some((character) => password.includes(character)),
)
const shortEnough = length(passwordTexts.tooLong, (password) => lengthOf(password) <= PASSWORD_MAX)
/** A broken surrogate would be hashed as the replacement character, and so would every other one. */
const wellFormed = characters(passwordTexts.unusable, (password) => password.isWellFormed() && !password.includes('\0'))

/** Shown as a live list under the field while somebody signs up. */
export const signUpPasswordRules: readonly PasswordRule[] = [
  length(passwordTexts.tooShort, longEnough),
  uppercase,
  lowercase,
  number,
  special,
  shortEnough,
  wellFormed,
]

/** A new password after a reset link; no special character is asked for, and the first message is shorter. */
export const resetPasswordRules: readonly PasswordRule[] = [
  length(passwordTexts.tooShortAfterReset, longEnough),
  uppercase,
  lowercase,
  number,
  shortEnough,
  wellFormed,
]

export const RESET_PASSWORD_SUMMARY = passwordTexts.resetSummary

export function unmetRules(password: string, rules: readonly PasswordRule[] = signUpPasswordRules): string[] {
  return rules.filter((rule) => !rule.met(password)).map((rule) => rule.message)
}

export function weakPasswordReasons(password: string, rules: readonly PasswordRule[]): PasswordRule['reason'][] {
  return [...new Set(rules.filter((rule) => !rule.met(password)).map((rule) => rule.reason))]
}

export function firstUnmetRule(password: string, rules: readonly PasswordRule[] = signUpPasswordRules): string | null {
  return rules.find((rule) => !rule.met(password))?.message ?? null
}

/** What is hashed: the same letters typed on two keyboards may differ in composition. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC')
}

function length(message: string, met: PasswordRule['met']): PasswordRule {
  return { message, reason: 'length', met }
}

function characters(message: string, met: PasswordRule['met']): PasswordRule {
  return { message, reason: 'characters', met }
}

function matches(pattern: RegExp) {
  return (password: string) => pattern.test(password)
}
