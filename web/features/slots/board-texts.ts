import { failure } from '#domain/texts/toast.ts'

export const boardTexts = {
  title: 'Helpers and things to bring',
  back: 'Back to the event',
  lists: 'Lists',
  loadFailed: failure("The lists couldn't be loaded."),
  notFound: "This event doesn't exist anymore.",
  none: 'No lists yet. Say what the event needs, and people sign up on its page.',
  nobody: 'Nobody yet.',
  count: (taken: number, wanted: number) => `${taken} of ${wanted}`,
  columns: { list: 'List', what: 'What', name: 'Name', amount: 'How many', email: 'Email' },
  add: 'Add a name',
  addTo: (line: string) => `Add a name to ${line}`,
  name: 'Name',
  amount: 'How many?',
  save: 'Save',
  saveFailed: failure("The name couldn't be saved."),
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHint: 'Everything this person signed up for at this event is free again. The person is not notified.',
  removed: (name: string) => ({ title: 'Name removed', body: `${name} is no longer on the lists.` }),
  kept: (days: number) => `Names are deleted ${days} days after the event.`,
} as const

export const slotEditorTexts = {
  title: 'What is needed',
  hint: 'People sign up without an account. Everybody sees the numbers, only admins see names.',
  examples: { help: 'Grill 12–2pm', bring: 'Salads' },
  what: 'What',
  wanted: 'How many',
  whatOf: (list: string, number: number) => `What: ${list}, line ${number}`,
  wantedOf: (list: string, number: number) => `How many: ${list}, line ${number}`,
  addLine: { help: 'Add a task', bring: 'Add a thing' },
  removeLine: 'Remove line',
  repeats: 'Also for the later dates of this series',
  save: 'Save lists',
  saved: { title: 'Saved', body: 'The page of the event is up to date.' },
  failed: failure("The lists couldn't be saved."),
} as const

export const memberSlotTexts = {
  failed: failure("Your sign-up couldn't be saved."),
} as const
