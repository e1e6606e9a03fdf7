export const verifyPageTexts = {
  signup: { title: 'Confirm your email address', body: 'One more click to confirm your address.' },
  recovery: { title: 'Reset your password', body: 'Continue to choose a new password.' },
  email_change: {
    title: 'Confirm your new email address',
    body: 'One more click to use this address for your account.',
  },
  broken: {
    title: 'This link is incomplete',
    body: 'Open the link in your email again, or copy all of it into the address bar.',
  },
  account: 'Account:',
  next: 'Continue',
}
