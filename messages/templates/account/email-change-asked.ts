import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const emailChangeAsked = (siteUrl: string, supportEmail: string): Letter => ({
  subject: `A new email address was entered for your ${PRODUCT_NAME} account`,
  heading: 'A new email address was entered',
  before: [
    `Someone who is signed in to your ${PRODUCT_NAME} account asked to change its email address. It will change once the link we sent to the new address is used.`,
  ],
  button: { label: 'Open your account', url: new URL('/account', siteUrl).href },
  after: [`If it wasn't you, change your password right away, which cancels the change, and write to ${supportEmail}.`],
  reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
})
