import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const emailTaken = (): Letter => ({
  subject: `This address already has a ${PRODUCT_NAME} account`,
  heading: 'This address already has an account',
  before: [
    `Someone asked to use this address for another ${PRODUCT_NAME} account. It already has one of its own, so nothing has changed.`,
    'If it was you, sign in with this address, or delete that account first.',
  ],
  after: ["If it wasn't you, there's nothing you need to do."],
  reason: `You're getting this email because someone entered this address at ${PRODUCT_NAME}.`,
})
