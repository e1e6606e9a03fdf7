import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const confirm = (url: string): Letter => ({
  subject: `Confirm your email address for ${PRODUCT_NAME}`,
  heading: 'Confirm your email address',
  before: [
    `Welcome to ${PRODUCT_NAME}. Please confirm that this address is yours; then you can create your first calendar.`,
  ],
  button: { label: 'Confirm email address', url },
  after: [
    'The link works once, for 24 hours.',
    'If you did not create an account, please ignore this mail: without the link nothing happens.',
  ],
  reason: `You get this because somebody signed up at ${PRODUCT_NAME} with this address.`,
})
