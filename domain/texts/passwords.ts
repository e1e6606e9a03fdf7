import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'

export const passwordTexts = {
  tooShort: `Password must be at least ${PASSWORD_MIN} characters long`,
  uppercase: 'Password must contain at least one uppercase letter',
  lowercase: 'Password must contain at least one lowercase letter',
  number: 'Password must contain at least one number',
  special: 'Password must contain at least one special character',
  tooLong: `Password must be at most ${PASSWORD_MAX} characters long`,
  unusable: "Password contains characters that can't be used",
  /** After a reset link. */
  tooShortAfterReset: `Password must be at least ${PASSWORD_MIN} characters`,
  resetSummary: `Password must be at least ${PASSWORD_MIN} characters with uppercase, lowercase, and numbers`,
} as const
