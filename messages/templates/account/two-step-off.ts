import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const twoStepOff = (siteUrl: string, supportEmail: string): Letter => ({
  subject: `Two-step sign-in is off for your ${PRODUCT_NAME} account`,
  heading: 'Two-step sign-in is off',
  before: [`From now on, your password alone opens your ${PRODUCT_NAME} account. Your recovery codes no longer work.`],
  button: { label: 'Open your account', url: new URL('/account', siteUrl).href },
  after: [`If it was not you, change your password at once, and write to ${supportEmail}.`],
  reason: `You get this because the security of your ${PRODUCT_NAME} account is concerned; such notices cannot be turned off.`,
})
