import { sentTexts } from '#domain/texts/sent-people.ts'
import { failure } from '#domain/texts/toast.ts'

export const noticeTexts = {
  legend: (count: number) =>
    count === 1
      ? 'Notify the person who already heard about it?'
      : `Notify the ${count} people who already heard about it?`,
  notify: 'Notify them',
  notifyHint: 'In 10 minutes, together with any other changes until then. You can undo it before that.',
  silent: 'Save without notifying',
  tellDeleted: (count: number) =>
    count === 1
      ? "Notify the person who already heard about it that it's cancelled"
      : `Notify the ${count} people who already heard about it that it's cancelled`,

  waitingTitle: (count: number, time: string, people: number) =>
    `${count === 1 ? '1 update goes' : `${count} updates go`} out at ${time} to ${sentTexts.people(people)}`,
  alertWaits: (title: string, people: number) => `“${title}” goes out in seconds to ${sentTexts.people(people)}`,
  alertOpen: 'Undo or send now',
  alertRefused: (title: string) => `“${title}” was not sent`,
  alertDraft: 'Open',
  waitingBody: 'Only people who already heard about the event are notified.',
  undo: 'Undo',
  undoAll: 'Undo all',
  undoOf: (title: string) => `Undo the change to ${title}`,
  doNotTell: "Don't notify",
  doNotTellOf: (title: string) => `Don't notify about ${title}`,
  sendNow: 'Send now',
  eventsTitle: (count: number, time: string) =>
    count === 1 ? `1 event goes out at ${time}` : `${count} events go out, the first at ${time}`,
  eventsBody: "It's past the hour of the day's mail, so this waits 10 minutes. Until then you can undo it.",
  sendNowOf: (title: string) => `Send now: ${title}`,
  undoSendingOf: (title: string) => `Undo sending ${title}`,
  eventWithdrawn: { title: 'Not sent', body: 'The event stays on the calendar. No one is notified.' },
  eventSent: { title: 'Event is going out' },
  undoEventFailed: failure('Failed to undo sending'),
  sendEventFailed: failure('Failed to send now. It goes out in 10 minutes.'),
  undone: { title: 'Change undone', body: 'The event is back as it was. No one will be notified.' },
  allUndone: { title: 'Changes undone', body: 'The events are back as they were. No one will be notified.' },
  withdrawn: { title: 'No one will be notified', body: 'Your change to the event stays.' },
  sent: { title: 'Update is going out' },
  undoFailed: failure('Failed to cancel the update'),
  sendFailed: failure('Failed to send the update'),
  /** Without a count for changes to several dates, which different people heard about. */
  saved: (count: number | null) => ({
    title: 'Event updated',
    body: `${whoHeard(count)} will be notified in 10 minutes.`,
  }),

  alertNow: 'Send now',
  alertTitle: (calendar: string) => `Alert for ${calendar}?`,
  alertBody: (title: string, calendar: string) =>
    `“${title}” goes out to everyone on the list of ${calendar}, by email and text. You have ten seconds to undo it. Where it's night, texts wait until 8 AM.`,
  alertPeople: (people: number, calendar: string) =>
    `It goes to ${people} people. Type ${people} or ${calendar} to confirm.`,
  alertConfirm: (people: number) => (people === 1 ? 'Send to 1 person' : `Send to ${people} people`),
  alertSending: 'Sending...',
  alertFailed: failure('Failed to send the alert'),
} as const

function whoHeard(count: number | null): string {
  if (count === null) return 'Everyone who already heard about it'
  return count === 1 ? '1 person' : `${count} people`
}
