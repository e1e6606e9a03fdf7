export const verifyPageTexts = {
  signup: { title: 'Confirm your email address', body: 'One more click to confirm your address.' },
  recovery: { title: 'Reset your password', body: 'Continue to choose a new password.' },
  magiclink: { title: 'Sign in', body: 'One more click and you are signed in.' },
  email_change: {
    title: 'Confirm your new email address',
    body: 'One more click to use this address for your account.',
  },
  two_step_undo: {
    title: 'Turn off two-step sign-in',
    body: "If you didn't turn it on, turn it off here. Everyone is signed out of your account, and you choose a new password.",
  },
  transfer_undo: {
    title: 'Take your calendar back',
    body: "If you didn't offer it to somebody else, take it back here. They leave the calendar, and its invite link changes. Then change your password.",
  },
  broken: {
    title: 'This link is incomplete',
    body: 'Open the link in your email again, or copy all of it into the address bar.',
  },
  account: 'Account:',
  next: 'Continue',
  passwords: {
    two_step_undo: 'The password you had when it was turned on',
    transfer_undo: 'The password you had when the calendar was accepted',
    signup: 'The password you chose when you signed up',
  },
  otherBrowser:
    "You're opening this in another browser than the one that signed up. Did somebody else sign up with your address? Then choose a new password, and the account is yours alone.",
  codeInstead:
    "This link only works in the browser that asked for it. Open it there, or type the six digits from the email there. If you didn't ask for it, close this page: nobody gets in with it.",
  newPassword: 'New password',
  newPasswordRules:
    'At least 8 characters, with an uppercase and a lowercase letter, a number and a special character, and not a common one.',
  useNewPassword: 'Continue with a new password',
  problems: {
    needed: 'Enter your password.',
    wrong: "That password isn't right.",
    weak: 'Please choose a stronger password.',
    wait: 'Too many attempts. Please try again in 15 minutes.',
  },
}
