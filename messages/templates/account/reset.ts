import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const reset = (url: string): Letter => ({
  subject: `Reset your ${PRODUCT_NAME} password`,
  heading: 'Reset your password',
  before: [
    `Someone asked for a new password for the ${PRODUCT_NAME} account with this address. If it was you, choose one now.`,
  ],
  button: { label: 'Choose a new password', url },
  after: [
    'The link works once, for 60 minutes.',
    "If you didn't ask for this, you can ignore this email: your password stays the same.",
  ],
  reason: `You're getting this email because someone requested a password reset at ${PRODUCT_NAME}.`,
})
