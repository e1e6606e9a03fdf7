import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const passwordChanged = (siteUrl: string, supportEmail: string): Letter => ({
  subject: `Your ${PRODUCT_NAME} password was changed`,
  heading: 'Your password was changed',
  before: [`The password for your ${PRODUCT_NAME} account was just changed, and all other browsers were signed out.`],
  button: { label: 'Sign in', url: new URL('/signin', siteUrl).href },
  after: [
    `If it wasn't you, choose "Forgot your password?" on the sign-in page right away, and write to ${supportEmail}.`,
  ],
  reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
})
