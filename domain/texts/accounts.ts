import { PASSWORD_MAX } from '../limits.ts'
import { failure } from './toast.ts'

// Sign-in, sign-up, password reset and the session, fixed word for word.

export const accountTexts = {
  // Rules of the forms
  displayNameInRules: 'Display name',
  displayNameRequired: 'Display name is required',
  passwordRequired: 'Password is required',
  passwordTooLong: `Password must be at most ${PASSWORD_MAX} characters long`,
  passwordCommon: 'This password is too common. Please choose another one.',
  confirmPasswordRequired: 'Please confirm your password',
  passwordValidationFailed: (firstUnmetRule: string) => ({ title: 'Password validation failed', body: firstUnmetRule }),
  passwordsDiffer: { title: "Passwords don't match", body: 'Please make sure both password fields match.' },
  agreementRequired: {
    title: 'Agreement Required',
    body: 'Please agree to the Terms of Service and Privacy Policy to create an account.',
  },
  captchaRequired: {
    title: 'Verification Required',
    body: 'Please complete the reCAPTCHA verification to continue.',
  },

  // What came of it
  unexpected: failure('An unexpected error occurred'),
  captchaFailed: failure('reCAPTCHA verification failed. Please try again.'),
  captchaUnreachable: failure('Verification failed. Please try again.'),
  signedUp: {
    title: 'Check your email!',
    body: "We've sent you a confirmation link. Click it to activate your account.",
  },
  resetLinkSent: { title: 'Reset link sent!', body: 'Check your email for password reset instructions.' },
  passwordUpdated: { title: 'Password updated successfully! Please sign in with your new password.' },
  resetUnexpected: failure('An unexpected error occurred. Please try again.'),

  passwordNeeded: 'Enter your password again.',
  passwordWrong: "That password isn't right.",

  // The second step
  codeRequired: 'Enter the code',
  codeNeeded: 'Enter your sign-in code first.',
  codeNeededAgain: 'Enter a new code from your app first.',
  codeWrong: "That code didn't work. Check your phone's clock and enter the current code.",
  codeUsed: 'That code was already used. Wait for the next one.',
  recoveryCodeWrong: "That recovery code didn't work, or was already used.",

  // The session
  noSession: failure('No valid authentication session. Please sign out and sign in again.'),
  noUserId: failure('Unable to determine current user ID. Please sign in again.'),
  noAccessToken: failure('No access token available'),

  // Confirming the email address
  confirmEmailBanner: {
    title: 'Please confirm your email address',
    body: "Click the link we sent you to activate your account. Until then you can't create calendars.",
  },
  resendEmail: 'Resend Email',
  confirmationEmailSent: { title: 'Confirmation email sent' },
  resendFailed: failure('Failed to resend confirmation email'),

  // Labels
  email: 'Email',
  password: 'Password',
  displayName: 'Display Name',
  confirmPassword: 'Confirm Password',
  currentPassword: 'Current Password',
  newPassword: 'New Password',
  confirmNewPassword: 'Confirm New Password',
  passwordRules: 'Password rules',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  forgotPassword: 'Forgot your password?',
  backToSignIn: 'Back to sign in',
  signIn: 'Sign in',
  signOut: 'Sign Out',
  freeAccount: 'Free Account',
} as const
