export const rsvpCardTexts = {
  title: 'Will you be there?',
  wait: 'All places are taken. You can join the waiting list.',
  going: (count: number) => (count === 1 ? '1 person is going' : `${count} people are going`),
  places: (count: number, capacity: number) => `${count} of ${capacity} places taken`,
  capacity: (capacity: number) => (capacity === 1 ? '1 place' : `${capacity} places`),
  until: (when: string) => `Please answer by ${when}.`,
  noScript: 'Please turn on JavaScript to answer.',
  send: 'Send answer',
  join: 'Join the waiting list',
} as const

export const rsvpFieldTexts = {
  answer: 'Your answer',
  party: 'How many of you?',
  partyHint: 'You and everybody you bring.',
} as const

export const rsvpPageTexts = {
  head: { title: 'Your answer | Townbell', description: 'Confirm, change or delete your answer to an event.' },
  title: 'Your answer',
  loading: 'Loading your answer',
  notYet: 'Please check your answer and confirm it.',
  notSaved: 'To change your answer, check it and press “Save changes”.',
  going: (guests: number) =>
    guests === 0 ? "You're on the list." : `You and ${guests === 1 ? '1 guest' : `${guests} guests`} are on the list.`,
  confirm: 'Confirm answer',
  waitingBody: "All places are taken. We'll email you when one becomes yours.",
  remove: 'Delete my answer',
  removed: 'Your answer is deleted.',
  removedBody: "We don't store your name or address for this event anymore.",
  onlyNo: "It's too late to sign up, but you can still say that you're not coming.",
} as const
