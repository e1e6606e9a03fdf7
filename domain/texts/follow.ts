import { failure } from './toast.ts'

// Following a calendar as a guest, and confirming it.

export const followTexts = {
  invalidEmail: { title: 'Invalid Email', body: 'Please enter a valid email address' },
  invalidPhone: {
    title: 'Invalid Phone Number',
    body: 'Please enter a valid phone number (E.164 format recommended)',
  },
  consentRequired: { title: 'SMS Consent Required', body: 'Please agree to receive SMS messages to continue.' },
  alreadySubscribed: {
    title: 'Already Subscribed',
    body: 'This email is already subscribed to this calendar.',
  },
  pending: {
    title: 'Confirmation Pending',
    body: 'A confirmation email has already been sent. Please check your inbox.',
  },
  sent: {
    title: 'Confirmation Email Sent',
    body: 'Please check your email and click the confirmation link to complete your subscription.',
  },
  full: {
    title: 'All email places are taken',
    body: 'This calendar has no free place for another email address right now.',
  },
  waiting: {
    title: "You're on the waiting list",
    body: "We'll send you one email when a place is free. Until then you get nothing from us.",
  },
  failed: failure('Failed to process your request. Please try again.'),
} as const

export const confirmationTexts = {
  invalid: 'Invalid confirmation link',
  notFound: 'Confirmation link not found or already used',
  expired: 'This confirmation link has expired. Please request a new one.',
  alreadySubscribed: 'You are already subscribed to this calendar',
  full: "All email places of this calendar are taken right now. You're on the waiting list: we'll email you when one is free.",
  subscribed: (calendar: string) => `You've successfully subscribed to ${calendar}`,
  waitingFor: (calendars: string) => `On the waiting list: ${calendars}.`,
} as const
