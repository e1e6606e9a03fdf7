import { failure } from './toast.ts'

// Telling people of changes, and sending alerts.

export const noticeTexts = {
  legend: (count: number) =>
    count === 1 ? 'Tell the one person who was told?' : `Tell the ${count} people who were told?`,
  notify: 'Notify them',
  notifyHint: 'In ten minutes, with everything else that changes until then. You can take it back meanwhile.',
  silent: 'Change it silently',
  tellDeleted: (count: number) =>
    count === 1
      ? 'Tell the one person who was told that it is cancelled'
      : `Tell the ${count} people who were told that it is cancelled`,

  waitingTitle: (count: number) => (count === 1 ? 'A change will be told' : `${count} changes will be told`),
  waitingBody: (time: string) => `They go out at ${time}, to those who were told before.`,
  undo: 'Undo',
  undoOf: (title: string) => `Undo the change of ${title}`,
  doNotTell: 'Do not tell',
  doNotTellOf: (title: string) => `Do not tell the change of ${title}`,
  sendNow: 'Send now',
  undone: { title: 'Change undone', body: 'The event is as it was, and nobody is told.' },
  withdrawn: { title: 'Nobody is told', body: 'The event stays as you changed it.' },
  sent: { title: 'Notice sent' },
  undoFailed: failure('Failed to take back the notice'),
  sendFailed: failure('Failed to send the notice'),
  saved: { title: 'Event updated', body: 'Those who were told hear of it in ten minutes.' },

  alertNow: 'Send now',
  alertTitle: 'Send this alert now?',
  alertBody: (title: string, calendar: string) =>
    `“${title}” goes out at once to everybody on the list of ${calendar}, by email and text. Texts wait for the morning where it is night.`,
  alertConfirm: 'Send alert',
  alertSending: 'Sending...',
  alertSent: { title: 'Alert sent', body: 'You can watch it leave under Mailings.' },
  alertFailed: failure('Failed to send the alert'),
} as const
