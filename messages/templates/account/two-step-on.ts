import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const twoStepOn = (siteUrl: string, supportEmail: string): Letter => ({
  subject: `Two-step sign-in is on for your ${PRODUCT_NAME} account`,
  heading: 'Two-step sign-in is on',
  before: [
    `From now on, signing in to ${PRODUCT_NAME} asks for your password and a code from your app. All other browsers were signed out.`,
    'Keep your recovery codes somewhere you can find them without your phone.',
  ],
  button: { label: 'Open your account', url: new URL('/account', siteUrl).href },
  after: [`If it wasn't you, write to ${supportEmail} right away: someone else is signed in to your account.`],
  reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
})
