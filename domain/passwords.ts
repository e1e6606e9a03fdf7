import { lengthOf } from './characters.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'
import { isWellFormed } from './older-browsers.ts'
import { passwordTexts } from './texts/passwords.ts'

interface PasswordRule {
  message: string
  /** The reason that the Auth API gives for a password that breaks the rule. */
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
/** Refuses broken surrogates: all of them would be hashed as the same replacement character. */
const wellFormed = characters(passwordTexts.unusable, (password) => isWellFormed(password) && !password.includes('\0'))

/** Shown as a live list under the field of the sign-up form. */
export const signUpPasswordRules: readonly PasswordRule[] = [
  length(passwordTexts.tooShort, longEnough),
  uppercase,
  lowercase,
  number,
  special,
  shortEnough,
  wellFormed,
]

/** The rules after a reset link: no special character is required, and the first message is shorter. */
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

/** Returns what is hashed: keyboards compose the same letters differently. */
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
