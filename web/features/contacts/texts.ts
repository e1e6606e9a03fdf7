import { PRODUCT_NAME } from '#domain/company.ts'
import { TRIAL_CONTACTS } from '#domain/limits.ts'
import { failure } from '#domain/texts/toast.ts'

export const dialogTexts = {
  email: 'Email address',
  full: 'The list is full.',
  add: 'Add Email',
  adding: 'Adding...',
  remove: (address: string) => `Remove ${address}`,
  count: (count: number) => (count === 1 ? '1 contact' : `${count} contacts`),
  phones: (count: number) => (count === 1 ? 'and 1 phone number' : `and ${count} phone numbers`),
  empty: 'No contacts yet. Add the first address above.',
  loading: 'Loading contacts',
  list: 'Contacts',
  limit: 'Contacts used',
  undo: 'Undo',
  download: 'Download as CSV',
} as const

export const peopleTexts = {
  name: 'Name',
  nameOptional: 'Name (optional)',
  nameHint: 'Only admins of this calendar see it.',
  search: 'Search people',
  sort: 'Sort',
  sorts: { newest: 'Newest first', added: 'Oldest first', name: 'By name' },
  state: 'State',
  everyone: 'Everyone',
  states: {
    confirmed: 'Confirmed',
    added: 'Added by an admin',
    waiting: 'Waiting for YES',
    bounced: 'Bounced',
    unsubscribed: 'Unsubscribed',
    suppressed: 'Suppressed',
  },
  /** What a row says. */
  stateOf: {
    confirmed: (kind: 'email' | 'phone') => (kind === 'phone' ? 'Confirmed by YES' : 'Confirmed by link'),
    added: () => 'Added by an admin',
    waiting: () => 'Waiting for YES',
    bounced: () => 'Bounced',
    unsubscribed: () => 'Unsubscribed',
    suppressed: () => 'Suppressed',
  },
  reasons: {
    since: (day: string) => `Since ${day}`,
    imported: (day: string) => `Imported ${day}`,
    asked: (day: string) => `Asked ${day}`,
    expired: "Hasn't replied",
    notAsked: 'Not asked yet',
    left: (day: string) => `Left the calendar ${day}`,
    too_many: (day: string) => `${day}: too many emails`,
    not_for_me: (day: string) => `${day}: not for them`,
    never_asked: (day: string) => `${day}: never asked for it`,
    stop: (day: string) => `Replied STOP ${day}`,
    blocked: 'Nothing is sent to this address',
  },
  lastSent: (day: string) => `Sent ${day}`,
  neverSent: 'Nothing sent yet',
  nobodyFound: 'No people match.',
  tags: 'Tags',
  tagsHint: 'Separate several with commas.',
  noTag: 'No tag',
  ask: 'Ask for YES',
  askAgain: 'Ask again',
  askAll: (count: number) => `Ask all ${count} for YES`,
  askedNow: (addresses: string[]) => ({
    title:
      addresses.length === 1
        ? `${addresses[0]} gets a text that asks for YES`
        : `${addresses.length} people get a text that asks for YES`,
  }),
  notTexted: 'Texts go to US and Canadian mobiles only',
  askFailed: failure("The text couldn't be sent"),
  select: (address: string) => `Select ${address}`,
  selectPage: 'Select all on this page',
  selectAll: (count: number) => `Select all ${count}`,
  selected: (count: number) => `${count} selected`,
  bulk: 'Selected people',
  addTag: 'Add tag',
  removeTag: 'Remove tag',
  tagged: (count: number) => ({ title: count === 1 ? 'Tags of 1 person changed' : `Tags of ${count} people changed` }),
  remove: 'Remove',
  removing: 'Removing...',
  removeQuestion: (count: number) => (count === 1 ? 'Remove 1 person?' : `Remove ${count} people?`),
  removeBody:
    "They get no more messages from this calendar. Followers who confirmed can't be put back; they must follow again.",
  removed: (count: number) => ({ title: count === 1 ? '1 person removed' : `${count} people removed` }),
  clear: 'Clear selection',
  edit: (address: string) => `Edit ${address}`,
  editTitle: 'Edit recipient',
  save: 'Save',
  saving: 'Saving...',
  saved: { title: 'Saved' },
  saveFailed: failure("The changes couldn't be saved"),
} as const

export const importTexts = {
  open: 'Add many at once',
  list: 'Addresses and phone numbers',
  listHint: 'One address or number per line, or paste from a spreadsheet, with names and tags if you have them.',
  file: `Or choose a file (CSV, text, or a download from ${PRODUCT_NAME})`,
  columns: {
    email: 'Email column',
    phone: 'Phone column',
    name: 'Name column',
    lastName: 'Last name column',
    tags: 'Tags column',
  },
  allColumns: 'All columns',
  noColumn: 'None',
  basis: 'How did they agree to hear from you?',
  bases: {
    asked: 'They asked for these messages',
    members: 'They belong to our group and expect these messages',
    told: 'They were told and could decline',
  },
  noList: 'Paste a list or choose a file',
  noBasis: 'Say how they agreed to hear from you',
  check: 'Check the list',
  checking: 'Checking...',
  add: (count: number) => (count === 1 ? 'Add 1 contact' : `Add ${count} contacts`),
  adding: 'Adding...',
  progress: 'Contacts checked',
  nobody: 'No one on this list can be added.',
  results: {
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
  summary: (rows: number, added: number, skipped: number) =>
    `${rows === 1 ? '1 row' : `${rows} rows`}: ${added} can be added${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  noAddress: 'no email or phone number found',
  notTexted: (count: number) =>
    count === 1
      ? "1 phone can't be texted: texts go to US and Canadian mobiles only"
      : `${count} phones can't be texted: texts go to US and Canadian mobiles only`,
  left: 'Skipped',
  saveSkipped: 'Download what was skipped',
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
  waiting: (count: number) => (count === 1 ? '1 person waits for a place.' : `${count} people wait for a place.`),
  limitReachedLink: 'Contact us to upgrade for unlimited contacts',
  loadFailed: failure('Failed to load contacts'),
  addFailed: failure('Failed to add email'),
  removeFailed: failure('Failed to remove contact'),
  added: { title: 'Email added to contact list' },
  removed: { title: 'Contact removed from list' },
  manageContactLists: 'Manage Contact Lists',
} as const
