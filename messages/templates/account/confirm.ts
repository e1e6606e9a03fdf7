import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const confirm = (url: string): Letter => ({
  subject: `Confirm your email address for ${PRODUCT_NAME}`,
  heading: 'Confirm your email address',
  before: [
    `Welcome to ${PRODUCT_NAME}! Please confirm that this address is yours, and you can create your first calendar.`,
  ],
  button: { label: 'Confirm email address', url },
  after: [
    'The link works once, for 24 hours.',
    "If you didn't create an account, you can ignore this email: nothing happens unless the link is used.",
  ],
  reason: `You're getting this email because someone signed up for ${PRODUCT_NAME} with this address.`,
})
