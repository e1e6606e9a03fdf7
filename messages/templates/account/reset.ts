import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const reset = (url: string): Letter => ({
  subject: `Reset your ${PRODUCT_NAME} password`,
  heading: 'Reset your password',
  before: [
    `Somebody asked for a new password for the ${PRODUCT_NAME} account of this address. If it was you, choose one now.`,
  ],
  button: { label: 'Choose a new password', url },
  after: [
    'The link works once, for 60 minutes.',
    'If you did not ask for this, please ignore this mail: your password stays as it is.',
  ],
  reason: `You get this because a password reset was asked for at ${PRODUCT_NAME}.`,
})
