export const slotCardTexts = {
  title: 'Lend a hand',
  total: (taken: number, wanted: number) => `${taken} of ${wanted} taken`,
  left: (left: number, wanted: number) => `${left} of ${wanted} still needed`,
  taken: 'Taken',
  mine: (amount: number) => (amount === 1 ? 'You have one' : `You have ${amount}`),
  signUp: 'Sign up',
  change: 'Change',
  noScript: 'Please turn on JavaScript to sign up.',
} as const

export const slotDialogTexts = {
  memberLead: '0 gives it back.',
  amount: 'How many?',
  save: 'Save',
  saved: 'Saved',
} as const

export const slotPageTexts = {
  head: { title: 'Your sign-up | Townbell', description: 'Confirm, swap or give back what you signed up for.' },
  title: 'Your sign-up',
  loading: 'Loading your sign-up',
  notYet: 'Please check what you take and confirm it.',
  confirmed: "You're on the list. Thank you!",
  helping: (lines: string) => `You're helping: ${lines}`,
  bringing: (lines: string) => `You're bringing: ${lines}`,
  onlyBack: "It's too late to take more, but you can still give something back.",
  fewer: (line: string) => `Fewer: ${line}`,
  more: (line: string) => `More: ${line}`,
  hint: (left: number) => (left === 0 ? 'Nothing more needed' : `${left} still needed`),
  swap: 'To swap, lower one number and raise another.',
  confirm: 'Confirm sign-up',
  forget: 'Delete my sign-up',
  forgotten: 'Your sign-up is deleted.',
  giveBack: 'Cancel my sign-up',
  removed: 'You gave everything back.',
  removedBody: "Somebody else can take it now. We don't store your name or address for this event anymore.",
} as const
