import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const twoStepOn = (siteUrl: string, supportEmail: string): Letter => ({
  subject: `Two-step sign-in is on for your ${PRODUCT_NAME} account`,
  heading: 'Two-step sign-in is on',
  before: [
    `From now on, signing in to ${PRODUCT_NAME} asks for your password and a code from your app. All other browsers were signed out.`,
    'Keep your recovery codes where you will find them without your phone.',
  ],
  button: { label: 'Open your account', url: new URL('/account', siteUrl).href },
  after: [`If it was not you, write to ${supportEmail} at once: somebody else is signed in to your account.`],
  reason: `You get this because the security of your ${PRODUCT_NAME} account is concerned; such notices cannot be turned off.`,
})
