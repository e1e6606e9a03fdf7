import type { GuestAudience } from '#domain/guest-audiences.ts'
import { sentTexts } from '#domain/texts/sent-people.ts'
import { failure } from '#domain/texts/toast.ts'

// What organizers write to the guests of an event, before and while it waits.

export const guestTexts = {
  open: 'Message guests',
  title: 'Message guests',
  lead: (calendar: string) =>
    `One email each, from “${calendar} via Townbell”. Nobody sees the others’ addresses, and replies go to the calendar’s Admin Email.`,
  to: 'To everyone who is',
  audiences: {
    going: 'Going',
    maybe: 'Maybe',
    waiting: 'On the waiting list',
    helping: 'Helping',
  } satisfies Record<GuestAudience, string>,
  messageHint: 'The email says the event, its date and your name.',
  when: 'When',
  later: 'In 10 minutes',
  laterHint: 'You can undo it until then.',
  now: 'Now',
  submit: (people: number) => `Send to ${sentTexts.people(people)}`,
  counting: 'Send',
  nobody: 'No one there has an address to write to.',
  noAudience: 'Choose who gets it to continue.',
  unsubscribed: (count: number) =>
    count === 1
      ? '1 person unsubscribed from this calendar and gets nothing.'
      : `${count} people unsubscribed from this calendar and get nothing.`,
  withoutAddress: (count: number) => (count === 1 ? '1 person left no address.' : `${count} people left no address.`),
  waits: (people: number) => ({
    title: 'Message waits 10 minutes',
    body: `Then it goes to ${sentTexts.people(people)}. You can undo it here or in Mailings.`,
  }),
  leaving: (people: number) => ({ title: 'Message is going out', body: `To ${sentTexts.people(people)}.` }),
  failed: failure("The message couldn't be sent."),
  waiting: (title: string, time: string, people: number) =>
    `The message about “${title}” goes out at ${time} to ${sentTexts.people(people)}`,
  undo: 'Undo',
  sendNow: 'Send now',
  withdrawn: { title: 'Message not sent', body: 'No one gets it.' },
  undoFailed: failure("The message couldn't be taken back."),
  sendFailed: failure("The message couldn't be sent now. It goes out at its time."),
} as const
