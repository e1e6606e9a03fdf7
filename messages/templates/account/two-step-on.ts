import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const twoStepOn = (url: string, supportEmail: string): Letter => ({
  subject: `Two-step sign-in is on for your ${PRODUCT_NAME} account`,
  heading: 'Two-step sign-in is on',
  before: [
    `From now on, signing in to ${PRODUCT_NAME} asks for your password and a code from your app. All other browsers were signed out.`,
    'Keep your recovery codes somewhere you can find them without your phone.',
  ],
  button: { label: "It wasn't me: turn it off", url },
  after: [
    "If it wasn't you, someone else is signed in to your account. The button turns two-step sign-in off, signs everyone out and lets you choose a new password. It works once, for 7 days, and asks for the password you had when it was turned on.",
    `If you need help, write to ${supportEmail}.`,
  ],
  reason: `You're getting this email because it's about the security of your ${PRODUCT_NAME} account. These notices can't be turned off.`,
})
