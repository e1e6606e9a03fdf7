// Words of the contact dialog that the spec leaves open; its own are in #domain/texts/contacts.ts.

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
} as const
