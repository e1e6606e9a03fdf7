import { lengthOf } from './characters.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'
import { passwordTexts } from './texts/passwords.ts'

interface PasswordRule {
  message: string
  met: (password: string) => boolean
}

const SPECIAL_CHARACTERS = '!@#$%^&*(),.?":{}|<>'

const longEnough = (password: string) => lengthOf(password) >= PASSWORD_MIN
const uppercase = { message: passwordTexts.uppercase, met: matches(/\p{Lu}/u) }
const lowercase = { message: passwordTexts.lowercase, met: matches(/\p{Ll}/u) }
const number = { message: passwordTexts.number, met: matches(/[0-9]/) }
const special = {
  message: passwordTexts.special,
  met: (password: string) => [...SPECIAL_CHARACTERS].some((character) => password.includes(character)),
}
const shortEnough = {
  message: passwordTexts.tooLong,
  met: (password: string) => lengthOf(password) <= PASSWORD_MAX,
}
/** A broken surrogate would be hashed as the replacement character, and so would every other one. */
const wellFormed = {
  message: passwordTexts.unusable,
  met: (password: string) => password.isWellFormed() && !password.includes('\0'),
}

/** Shown as a live list under the field while somebody signs up. */
export const signUpPasswordRules: readonly PasswordRule[] = [
  { message: passwordTexts.tooShort, met: longEnough },
  uppercase,
  lowercase,
  number,
  special,
  shortEnough,
  wellFormed,
]

/** A new password after a reset link; no special character is asked for, and the first message is shorter. */
export const resetPasswordRules: readonly PasswordRule[] = [
  { message: passwordTexts.tooShortAfterReset, met: longEnough },
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
