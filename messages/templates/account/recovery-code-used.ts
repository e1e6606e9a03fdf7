import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const recoveryCodeUsed = (siteUrl: string, supportEmail: string): Letter => ({
  subject: `A recovery code for your ${PRODUCT_NAME} account was used`,
  heading: 'A recovery code was used',
  before: [
    `Someone signed in to your ${PRODUCT_NAME} account with your password and one of your recovery codes. That code no longer works.`,
    'Your account page shows how many you have left and lets you create new ones.',
  ],
  button: { label: 'Open your account', url: new URL('/account', siteUrl).href },
  after: [
    `If it wasn't you, change your password right away, create new recovery codes, and write to ${supportEmail}.`,
  ],
  reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
})
