import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const emailChange = (url: string): Letter => ({
  subject: `Confirm your new email address for ${PRODUCT_NAME}`,
  heading: 'Confirm your new email address',
  before: [`Someone asked to use this address for their ${PRODUCT_NAME} account. If it was you, please confirm it.`],
  button: { label: 'Use this address', url },
  after: [
    'The link works once, for 24 hours. Until then the account keeps the address it has.',
    "If you didn't ask for this, you can ignore this email: nothing happens unless the link is used.",
  ],
  reason: `You're getting this email because someone entered this address at ${PRODUCT_NAME}.`,
})
