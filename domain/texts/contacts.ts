import { TRIAL_CONTACTS } from '../limits.ts'
import { failure } from './toast.ts'

// A calendar's recipients, fixed word for word.

export const contactTexts = {
  invalidEmail: 'Please enter a valid email address',
  invalidPhone: 'Please enter a valid phone number (E.164 format recommended)',
  duplicate: failure('This email is already in the contact list'),
  trialLimit: {
    title: 'Trial Limitation',
    body: `Trial users can only add up to ${TRIAL_CONTACTS} contacts per calendar. Please upgrade your plan to add more contacts.`,
  },
  limitReached: `Contact Limit Reached: Free accounts are limited to ${TRIAL_CONTACTS} contacts per calendar`,
  limitReachedLink: 'Contact us to upgrade for unlimited contacts',

  loadFailed: failure('Failed to load contacts'),
  addFailed: failure('Failed to add email'),
  removeFailed: failure('Failed to remove contact'),
  added: { title: 'Email added to contact list' },
  removed: { title: 'Contact removed from list' },

  manageContactLists: 'Manage Contact Lists',
} as const
