import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const twoStepOff = (siteUrl: string, supportEmail: string): Letter => ({
  subject: `Two-step sign-in is off for your ${PRODUCT_NAME} account`,
  heading: 'Two-step sign-in is off',
  before: [`From now on, your password alone opens your ${PRODUCT_NAME} account. Your recovery codes no longer work.`],
  button: { label: 'Open your account', url: new URL('/account', siteUrl).href },
  after: [`If it wasn't you, change your password right away, and write to ${supportEmail}.`],
  reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
})
