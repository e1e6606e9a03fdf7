import { PRODUCT_NAME } from '#domain/company.ts'
import { failure } from '#domain/texts/toast.ts'
import type { Mode } from './mode.ts'

export const modeTexts: Record<Mode, { title: string; description: string; heading: string; lead: string }> = {
  login: {
    title: `Sign in | ${PRODUCT_NAME}`,
    description: `Sign in to ${PRODUCT_NAME} to post events on your community calendars.`,
    heading: 'Welcome back',
    lead: 'Sign in to your calendars.',
  },
  signup: {
    title: `Create your free calendar | ${PRODUCT_NAME}`,
    description: `Create a free ${PRODUCT_NAME} account and start a shared community calendar. No credit card required.`,
    heading: 'Create your account',
    lead: 'Free, with no credit card required.',
  },
  forgot: {
    title: `Reset your password | ${PRODUCT_NAME}`,
    description: `Get a link to choose a new ${PRODUCT_NAME} password.`,
    heading: 'Reset your password',
    lead: "We'll email you a link to choose a new one.",
  },
  code: {
    title: `Sign in with a code | ${PRODUCT_NAME}`,
    description: `Sign in to ${PRODUCT_NAME} with six digits that we email you.`,
    heading: 'Sign in with a code',
    lead: "We'll email you six digits. No password needed.",
  },
  'signup-code': {
    title: `Create your free calendar | ${PRODUCT_NAME}`,
    description: `Create a free ${PRODUCT_NAME} account without a password.`,
    heading: 'Create your account',
    lead: "Without a password: we'll email you six digits.",
  },
}

export const signInTexts = {
  signingIn: 'Signing in...',
  createAccount: 'Create Account',
  creatingAccount: 'Creating account...',
  sendLink: 'Send Reset Link',
  sendingLink: 'Sending...',
  byCode: 'Email me a code instead',
  signUpByCode: 'Sign up without a password',
  noAccount: 'New here?',
  toSignUp: 'Create an account',
  haveAccount: 'Already have an account?',
  /** Around the links to the terms and the privacy policy. */
  agree: 'I agree to the',
  and: 'and',
  headline: 'Every event reaches everyone.',
  pitch: 'Post it once. On the day, the whole neighborhood gets an email or a text.',
  sentHeading: 'One more step',
  sentBody: (email: string) => `Open the link we sent to ${email} to finish signing up.`,
  sentHint: 'Nothing there? Check your spam folder, or send it again.',
} as const

export const mailedCodeTexts = {
  send: 'Email me a code',
  sending: 'Sending...',
  sentBody: (email: string) =>
    `If ${email} can sign in here, six digits are on their way to it. They work for 30 minutes.`,
  sentHint: 'Enter them on this page, on whichever device you read your email. Nothing there? Check your spam folder.',
  code: 'Code from your email',
  enter: 'Continue',
  entering: 'Checking...',
  again: 'Send another code',
} as const

export const secondStepTexts = {
  title: `Enter your code | ${PRODUCT_NAME}`,
  description: `The second step of signing in to ${PRODUCT_NAME}.`,
  heading: 'Enter your code',
  lead: 'Open your authenticator app and enter the six digits it shows.',
  leadRecovery: 'Enter one of the recovery codes you saved. Each works once.',
  code: 'Code',
  recoveryCode: 'Recovery code',
  verify: 'Verify',
  verifying: 'Verifying...',
  useRecovery: 'Use a recovery code instead',
  useApp: 'Use a code from the app',
} as const

export const resetTexts = {
  title: `Choose a new password | ${PRODUCT_NAME}`,
  description: `Choose a new password for your ${PRODUCT_NAME} account.`,
  heading: 'Choose a new password',
  save: 'Update Password',
  saving: 'Updating...',
  signedIn: (email: string) =>
    `You're signed in as ${email}. Change your password on your account page with your current one, or get a reset link by email.`,
  toAccount: 'Go to your account',
  sendLink: 'Email me a reset link',
  linkOver: 'This reset link is no longer valid',
  linkOverBody: 'Links work once, for one hour. Request a new one here.',
} as const

export const accountFormTexts = {
  passwordValidationFailed: (firstUnmetRule: string) => ({ title: 'Password validation failed', body: firstUnmetRule }),
  unexpected: failure('An unexpected error occurred'),
  captchaUnreachable: failure('Verification failed. Please try again.'),
  signedUp: {
    title: 'Check your email!',
    body: "We've sent you a confirmation link. Click it to activate your account.",
  },
  resetLinkSent: { title: 'Reset link sent!', body: 'Check your email for password reset instructions.' },
  passwordUpdated: { title: 'Password updated successfully! Please sign in with your new password.' },
  resetUnexpected: failure('An unexpected error occurred. Please try again.'),
  resendEmail: 'Resend Email',
  confirmationEmailSent: { title: 'Confirmation email sent' },
  resendFailed: failure('Failed to resend confirmation email'),
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
} as const
