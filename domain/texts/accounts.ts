import { PASSWORD_MAX } from '../limits.ts'
import { failure } from './toast.ts'

// Rules of the account forms, and what the server says about accounts.

export const accountTexts = {
  signUpRule: {
    forInvited: 'To sign up here you need an invitation. Use the address that it was sent to.',
    forDomains: (domains: string[]) => `To sign up here you need an email address at ${oneOf(domains)}.`,
    forBoth: (domains: string[]) =>
      `To sign up here you need an email address at ${oneOf(domains)}, or an invitation to the address you use.`,
    forNamed: 'Not everybody can sign up here. Please ask us first.',
    /** Below “we sent a link”: the same words for everybody, so that nobody learns who is invited. */
    onlyIfAllowed: 'We send it only to addresses that can sign up here.',
  },

  // Rules of the forms
  displayNameInRules: 'Display name',
  displayNameRequired: 'Display name is required',
  passwordRequired: 'Password is required',
  passwordTooLong: `Password must be at most ${PASSWORD_MAX} characters long`,
  passwordCommon: 'This password is too common. Please choose another one.',
  confirmPasswordRequired: 'Please confirm your password',
  passwordsDiffer: { title: "Passwords don't match", body: 'Please make sure both password fields match.' },
  agreementRequired: {
    title: 'Agreement Required',
    body: 'Please agree to the Terms of Service and Privacy Policy to create an account.',
  },
  captchaRequired: {
    title: 'Verification Required',
    body: 'Please complete the reCAPTCHA verification to continue.',
  },

  captchaFailed: failure('reCAPTCHA verification failed. Please try again.'),
  harderPuzzle:
    'Someone has been guessing the password of this account. Please verify again; it takes a little longer this time.',

  passwordNeeded: 'Enter your password again.',
  passwordWrong: "That password isn't right.",
  mailedCodeNeeded: 'Enter the code from your email.',
  mailedCodeWrong: "That code isn't right, or is too old. Please use the newest one.",
  otherBrowser: 'This link only works in the browser that asked for it. Type the six digits from the email there.',

  passkeyNameInRules: 'The name of a passkey',
  passkeyNameRequired: 'Enter a name',
  passkeyExpired: 'That took too long. Please try again.',
  passkeyRefused: "That passkey didn't work here. Try another one, or sign in another way.",
  passkeyExists: 'This passkey was added before.',

  // The second step
  codeRequired: 'Enter the code',
  codeNeeded: 'Enter your sign-in code first.',
  codeNeededAgain: 'Enter a new code from your app first.',
  codeWrong: "That code didn't work. Check your phone's clock and enter the current code.",
  codeUsed: 'That code was already used. Wait for the next one.',
  recoveryCodeWrong: "That recovery code didn't work, or was already used.",

  // The session
  noSession: failure('No valid authentication session. Please sign out and sign in again.'),

  // Confirming the email address
  confirmEmailBanner: {
    title: 'Please confirm your email address',
    body: "Click the link we sent you to activate your account. Until then you can't create calendars.",
  },
} as const

function oneOf(domains: string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(domains)
}
