export const verifyPageTexts = {
  signup: { title: 'Confirm your email address', body: 'One more click and your address is confirmed.' },
  recovery: { title: 'Reset your password', body: 'Continue to choose a new password.' },
  email_change: { title: 'Confirm your new email address', body: 'One more click and your account uses this address.' },
  broken: {
    title: 'This link is not complete',
    body: 'Please open the link in your mail again, or copy the whole of it into the address bar.',
  },
  next: 'Continue',
}
