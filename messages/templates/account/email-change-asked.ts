import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const emailChangeAsked = (siteUrl: string, supportEmail: string): Letter => ({
  subject: `Another address was entered for your ${PRODUCT_NAME} account`,
  heading: 'Another address was entered',
  before: [
    `Somebody who is signed in to your ${PRODUCT_NAME} account asked to change its email address. It changes when the link we sent to the new address is used.`,
  ],
  button: { label: 'Open your account', url: new URL('/account', siteUrl).href },
  after: [`If it was not you, change your password at once: that cancels it. And write to ${supportEmail}.`],
  reason: `You get this because the security of your ${PRODUCT_NAME} account is concerned; such notices cannot be turned off.`,
})
