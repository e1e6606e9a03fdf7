import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const emailChanged = (_siteUrl: string, supportEmail: string): Letter => ({
  subject: `The email address of your ${PRODUCT_NAME} account was changed`,
  heading: 'Your email address was changed',
  before: [
    `Your ${PRODUCT_NAME} account now uses another email address. You can no longer sign in with this one, and it won't get any more email about the account.`,
  ],
  after: [`If it wasn't you, write to ${supportEmail} right away.`],
  reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account.`,
})
