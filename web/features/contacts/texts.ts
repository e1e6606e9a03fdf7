import { failure } from '#domain/texts/toast.ts'

// Words of the contact dialog; those that are fixed word for word are in #domain/texts/contacts.ts.

export const dialogTexts = {
  email: 'Email address',
  add: 'Add Email',
  adding: 'Adding...',
  remove: (address: string) => `Remove ${address}`,
  count: (count: number) => (count === 1 ? '1 contact' : `${count} contacts`),
  phones: (count: number) => (count === 1 ? 'and 1 phone number' : `and ${count} phone numbers`),
  empty: 'Nobody yet. Add the first address above.',
  loading: 'Loading contacts',
  list: 'Contacts',
  limit: 'Contacts used',
  done: 'Done',
  undo: 'Undo',
  tryAgain: 'Try again',
  download: 'Download as CSV',
} as const

export const importTexts = {
  open: 'Add many at once',
  list: 'Addresses and phone numbers',
  listHint: 'Paste one a line, or a table with columns.',
  file: 'Or choose a file (CSV or text)',
  columns: { email: 'Column with email addresses', phone: 'Column with phone numbers' },
  noColumn: 'None',
  basis: 'Why may you write to them?',
  bases: {
    asked: 'They asked for these messages',
    members: 'They belong to our group and expect them',
    told: 'They were told, and could say no',
  },
  check: 'Check the list',
  checking: 'Checking...',
  add: (count: number) => (count === 1 ? 'Add 1 contact' : `Add ${count} contacts`),
  adding: 'Adding...',
  progress: 'Contacts looked at',
  nobody: 'There is nobody to add on this list.',
  results: {
    added: (count: number) => `${count} can be added`,
    duplicate: (count: number) => `${count} already on the list`,
    opted_out: (count: number) => `${count} unsubscribed: only they can subscribe again`,
    over_limit: (count: number) => `${count} over the limit of a free account`,
    invalid: (count: number) => `${count} not an address or a number`,
  },
  reasons: {
    duplicate: 'already on the list',
    opted_out: 'unsubscribed',
    over_limit: 'over the limit of a free account',
    invalid: 'not an address or a number',
  },
  left: 'Left out',
  more: (count: number) => `and ${count} more`,
  done: (count: number) => ({ title: count === 1 ? '1 contact added' : `${count} contacts added` }),
  failed: failure('The contacts could not be imported'),
} as const
