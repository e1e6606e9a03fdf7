import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const emailChanged = (_siteUrl: string, supportEmail: string): Letter => ({
  subject: `The email address of your ${PRODUCT_NAME} account was changed`,
  heading: 'Your email address was changed',
  before: [
    `Your ${PRODUCT_NAME} account now uses another email address. This one can no longer be used to sign in to it, and gets no more mail about it.`,
  ],
  after: [`If it was not you, write to ${supportEmail} at once.`],
  reason: `You get this because the security of your ${PRODUCT_NAME} account is concerned.`,
})
