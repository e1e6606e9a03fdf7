import { sentTexts } from '#domain/texts/sent-people.ts'
import { failure } from '#domain/texts/toast.ts'

/** The words of the event popover, and of moving and cancelling an event. */
export const quickTexts = {
  close: 'Close',
  coming: 'Coming up',
  page: 'Event page',
  rsvp: "Who's coming",
  slots: 'Helpers',
  edit: 'Edit',
  duplicate: 'Duplicate',
  move: 'Move',
  moveOf: (title: string) => `Move ${title}`,
  cancel: 'Cancel…',
  delete: 'Delete',

  sent: sentTexts.sentTo,
  sentAt: (count: number, when: string) => `${sentTexts.sentTo(count)} ${when}`,
  goesTo: (count: number, when: string) => `Goes to ${sentTexts.people(count)} ${when}`,
  goesSoon: 'Goes out within 10 minutes',
  goesAt: (time: string) => `Goes out at ${time}`,
  nobody: 'Nobody is notified; it only shows on the calendar.',
  notSent: 'Nobody was notified.',
  at: (time: string) => `at ${time}`,
  todayAt: (time: string) => `today at ${time}`,
  tomorrowAt: (time: string) => `tomorrow at ${time}`,
  onAt: (day: string, time: string) => `on ${day} at ${time}`,

  moveTitle: 'Move to another day',
  moveTimeTitle: 'Move to another time',
  dayLater: 'One day later',
  weekLater: 'One week later',
  onlyThis: 'Only this date moves. The others stay.',
  moving: 'Moving...',
  moved: (title: string, day: string) => ({ title: 'Event moved', body: `${title} is now on ${day}.` }),
  movedTime: (title: string, time: string) => ({ title: 'Event moved', body: `${title} is now ${time}.` }),

  cancelTitle: 'Cancel this event?',
  cancelBody: (title: string, day: string) => `“${title}” on ${day} stays on the calendar, marked as cancelled.`,
  cancelEvent: 'Cancel event',
  cancelling: 'Cancelling...',
  keepEvent: 'Keep event',
  cancelScope: 'Cancel which dates?',
  cancelled: { title: 'Event cancelled' },

  undone: { title: 'Change undone' },
  undoFailed: failure('Failed to undo the change'),
} as const
