import { PRODUCT_NAME } from '#domain/company.ts'
import type { Letter } from '../letter.ts'

export const alreadyRegistered = (url: string): Letter => ({
  subject: `You already have a ${PRODUCT_NAME} account`,
  heading: 'You already have an account',
  before: [
    `Somebody just tried to sign up at ${PRODUCT_NAME} with this address, which has an account already. If it was you, simply sign in.`,
    'If you do not remember the password, or never set one yourself, choose a new one. Everybody who is signed in to the account is then signed out.',
  ],
  button: { label: 'Choose a new password', url },
  after: [
    'The link works once, for 60 minutes.',
    'If you did not sign up, please ignore this mail: nothing has changed.',
  ],
  reason: `You get this because somebody signed up at ${PRODUCT_NAME} with this address.`,
})
