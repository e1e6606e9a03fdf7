import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const recoveryCodeUsed = (siteUrl: string, supportEmail: string): Letter => ({
  subject: `A recovery code of your ${PRODUCT_NAME} account was used`,
  heading: 'A recovery code was used',
  before: [
    `Somebody signed in to your ${PRODUCT_NAME} account with your password and one of your recovery codes. That code no longer works.`,
    'Your account page shows how many are left, and makes new ones.',
  ],
  button: { label: 'Open your account', url: new URL('/account', siteUrl).href },
  after: [`If it was not you, change your password at once, make new recovery codes, and write to ${supportEmail}.`],
  reason: `You get this because the security of your ${PRODUCT_NAME} account is concerned; such notices cannot be turned off.`,
})
