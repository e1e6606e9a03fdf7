import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const alreadyRegistered = (url: string): Letter => ({
  subject: `You already have a ${PRODUCT_NAME} account`,
  heading: 'You already have an account',
  before: [
    `Someone just tried to sign up for ${PRODUCT_NAME} with this address, which already has an account. If it was you, just sign in.`,
    "If you don't remember your password, or never set one yourself, choose a new one. That signs out everyone who is signed in to the account.",
  ],
  button: { label: 'Choose a new password', url },
  after: [
    'The link works once, for 60 minutes.',
    "If you didn't sign up, you can ignore this email: nothing has changed.",
  ],
  reason: `You're getting this email because someone signed up for ${PRODUCT_NAME} with this address.`,
})
