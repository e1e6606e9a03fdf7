import { failure } from '#domain/texts/toast.ts'

// Words of the contact dialog; those that are fixed word for word are in #domain/texts/contacts.ts.

export const dialogTexts = {
  email: 'Email address',
  add: 'Add Email',
  adding: 'Adding...',
  remove: (address: string) => `Remove ${address}`,
  count: (count: number) => (count === 1 ? '1 contact' : `${count} contacts`),
  phones: (count: number) => (count === 1 ? 'and 1 phone number' : `and ${count} phone numbers`),
  empty: 'No contacts yet. Add the first address above.',
  loading: 'Loading contacts',
  list: 'Contacts',
  limit: 'Contacts used',
  done: 'Done',
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
