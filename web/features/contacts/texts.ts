import { TRIAL_CONTACTS } from '#domain/limits.ts'
import { failure } from '#domain/texts/toast.ts'

export const dialogTexts = {
  email: 'Email address',
  add: 'Add Email',
  adding: 'Adding...',
  remove: (address: string) => `Remove ${address}`,
  count: (count: number) => (count === 1 ? '1 contact' : `${count} contacts`),
  phones: (count: number) => (count === 1 ? 'and 1 phone number' : `and ${count} phone numbers`),
  unreachable: { unsubscribed: 'Unsubscribed', suppressed: "Can't be reached" },
  empty: 'No contacts yet. Add the first address above.',
  loading: 'Loading contacts',
  list: 'Contacts',
  limit: 'Contacts used',
  undo: 'Undo',
  download: 'Download as CSV',
} as const

export const importTexts = {
  open: 'Add many at once',
  list: 'Addresses and phone numbers',
  listHint: 'One address or number per line, or paste from a spreadsheet.',
  file: 'Or choose a file (CSV or text)',
  columns: { email: 'Email column', phone: 'Phone column' },
  noColumn: 'None',
  basis: 'How did they agree to hear from you?',
  bases: {
    asked: 'They asked for these messages',
    members: 'They belong to our group and expect these messages',
    told: 'They were told and could decline',
  },
  check: 'Check the list',
  checking: 'Checking...',
  add: (count: number) => (count === 1 ? 'Add 1 contact' : `Add ${count} contacts`),
  adding: 'Adding...',
  progress: 'Contacts checked',
  nobody: 'No one on this list can be added.',
  results: {
    added: (count: number) => `${count} can be added`,
    duplicate: (count: number) => `${count} already on the list`,
    opted_out: (count: number) => `${count} unsubscribed (only they can subscribe again)`,
    over_limit: (count: number) => `${count} over the free account limit`,
    invalid: (count: number) => `${count} not a valid email or phone number`,
  },
  reasons: {
    duplicate: 'already on the list',
    opted_out: 'unsubscribed',
    over_limit: 'over the free account limit',
    invalid: 'not a valid email or phone number',
  },
  left: 'Skipped',
  more: (count: number) => `and ${count} more`,
  done: (count: number) => ({ title: count === 1 ? '1 contact added' : `${count} contacts added` }),
  failed: failure("The contacts couldn't be imported"),
} as const

export const contactListTexts = {
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
