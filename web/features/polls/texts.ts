import { failure } from '#domain/texts/toast.ts'

export const pollPageTexts = {
  head: (title: string, name: string) => ({
    title: `${title}: choose a date | Townbell`,
    description: `Say which date suits you: “${title}”, ${name}. No account needed.`,
  }),
  help: 'Help choose a date',
  answered: (count: number) =>
    count === 0 ? 'Nobody has answered yet.' : `${count} ${count === 1 ? 'person has' : 'people have'} answered.`,
  counts: (yes: number, maybe: number) => `${yes} yes, ${maybe} maybe`,
  send: 'Send answer',
  failed: failure("Your answer couldn't be saved."),
  saved: { title: 'Saved', body: 'The organizers see your answer.' },
  isEvent: 'The date is chosen.',
  back: 'Back to the calendar',
} as const

export const pollLinkTexts = {
  title: 'Your answer',
  loading: 'Loading your answer',
  notYet: 'Please check your answer and confirm it.',
  confirmed: 'Your answer counts. Thank you!',
  change: 'You can change it with this link while the poll is open.',
  confirm: 'Confirm answer',
  remove: 'Delete my answer',
  removed: 'Your answer is deleted.',
  removedBody: 'We no longer store your name and address for it.',
  poll: 'See the poll',
} as const
