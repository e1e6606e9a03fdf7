import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const emailTaken = (): Letter => ({
  subject: `This address has a ${PRODUCT_NAME} account already`,
  heading: 'This address has an account already',
  before: [
    `Somebody asked to use this address for another ${PRODUCT_NAME} account. It has one of its own, so nothing has changed.`,
    'If it was you, sign in with this address, or delete that account first.',
  ],
  after: ['If it was not you, there is nothing to do.'],
  reason: `You get this because somebody entered this address at ${PRODUCT_NAME}.`,
})
