import { ALERT_CONFIRM_FROM } from '#domain/limits.ts'
import { failure } from '#domain/texts/toast.ts'
import type { AlertTemplate } from './template.ts'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const composerTexts = {
  title: 'Send an alert',
  titles: {
    alert: (name: string) => `Alert for ${name}`,
    update: (name: string) => `Alert update for ${name}`,
    all_clear: (name: string) => `All clear for ${name}`,
  },
  lead: 'Goes out ten seconds after you press Send, by email, text and browser.',
  update: 'Send an update',
  updateLead: (title: string) => `To everyone who gets alerts, as a reply to “${title}”.`,
  allClear: 'Send the all clear',
  allClearLead: (title: string) => `To everyone who got “${title}”. It ends the alert.`,
  startFrom: 'Start from',
  blank: 'Blank',
  headline: 'Headline',
  message: 'Message',
  parts: (length: number, room: number, parts: number) =>
    `${length} of ${room} characters, ${parts === 1 ? '1 text' : `${parts} texts`}`,
  partsCut: 'Too long for a text. It ends with … and a link; the email has all of it.',
  until: 'Valid until',
  spans: { hour: 'In 1 hour', today: 'End of today', tomorrow: 'End of tomorrow', time: 'A time' },
  unchanged: 'As before',
  untilDay: 'Day',
  untilTime: 'Time',
  place: 'Where (optional)',
  who: 'Who gets it',
  everyone: 'Everyone who receives alerts',
  counting: 'Counting…',
  emails: (count: number) => counted(count, 'email', 'emails'),
  texts: (count: number) => counted(count, 'text', 'texts'),
  pushes: (count: number) => counted(count, 'browser', 'browsers'),
  leftOut: (unconfirmed: number, unsubscribed: number) =>
    `Left out: ${[
      ...(unconfirmed > 0 ? [`${counted(unconfirmed, 'phone that has', 'phones that have')} not replied YES`] : []),
      ...(unsubscribed > 0 ? [`${unsubscribed.toLocaleString('en-US')} unsubscribed`] : []),
    ].join(', ')}.`,
  nobody: 'No one receives alerts of this calendar yet.',
  addPeople: 'Add people',
  emergency: 'Emergency: text at night too',
  emergencyHint:
    'For public bodies only, and noted in the history. Otherwise, where it’s night, texts wait until 8 AM.',
  quietHint: (count: number) =>
    `It’s night here: up to ${counted(count, 'text waits', 'texts wait')} until 8 AM on each phone’s clock.`,
  gotIt: (people: number) => `${counted(people, 'person', 'people')} who got the alert.`,
  confirmLegend: (people: number) => `This goes to ${people.toLocaleString('en-US')} people`,
  confirmHint: (people: number, name: string) =>
    `More than ${ALERT_CONFIRM_FROM}: type ${people} or ${name} to confirm.`,
  send: (people: number, name: string) => `Send to ${counted(people, 'person', 'people')} in ${name}`,
  sendPlain: 'Send',
  sending: 'Sending...',
  cancel: 'Cancel',
  sendFailed: failure('Failed to send the alert'),
  loadFailed: 'This alert can’t be loaded.',
  notAnAlert: 'There is no such alert, or it can’t be followed up anymore.',
}

export const heldTexts = {
  sendingIn: (left: number) => `Sending in ${left} …`,
  leaving: 'Sending …',
  to: (people: number, name: string) => `To ${counted(people, 'person', 'people')} in ${name}.`,
  nothingLeft: 'Nothing has left yet.',
  undo: 'Undo',
  sendNow: 'Send now',
  hint: 'Undo takes you back to the draft. It goes out even if you close this page.',
  undone: { title: 'Not sent', body: 'No one got anything.' },
  undoFailed: failure('Failed to undo. It may have gone out already.'),
  refused: 'Not sent',
  back: 'Back to the draft',
  what: 'What they get',
  kinds: { alert: 'ALERT', update: 'ALERT UPDATE', all_clear: 'ALL CLEAR' },
}

export const previewTexts = {
  title: 'Preview',
  text: 'Text',
  email: 'Email',
  push: 'Browser',
  empty: 'Write a headline to see what people get.',
  failed: 'The preview can’t be shown right now. Sending still works.',
  mail: 'The email',
  inbox: 'How it looks in an inbox',
  now: 'Now',
}

export const resultTexts = {
  preparing: 'Getting ready…',
  review: 'People who never confirmed their address get it once an operator has looked at it.',
  paused: 'Sending is paused, so nothing leaves.',
  progress: 'How far the alert is',
  went: 'Sent',
  waiting: 'Waiting',
  failed: 'Failed',
  skipped: 'Unsubscribed',
  waitingTexts: (count: number) => `${counted(count, 'text waits', 'texts wait')} until 8 AM, where it’s night.`,
  retrying: 'What could not be handed over is tried again.',
  failures: 'Not delivered',
  someone: 'A member',
  browser: 'A browser',
  noReason: 'No reason given',
  bounced: 'The address doesn’t work.',
  more: (count: number) => `and ${count} more`,
  resend: (count: number) =>
    count === 1 ? 'Send again to 1 who didn’t get it' : `Send again to ${count} who didn’t get it`,
  resending: 'Sending...',
  resent: (count: number) => ({
    title: count === 1 ? 'Sending again to 1 person' : `Sending again to ${count} people`,
  }),
  resendFailed: failure('Failed to send again'),
  next: 'What now?',
  update: 'Send an update',
  allClear: 'Send the all clear',
  page: 'See the alert',
  mailings: 'All mailings',
  loadFailed: 'The result can’t be loaded.',
}

export const alertTemplates: readonly AlertTemplate[] = [
  {
    name: 'Boil water',
    headline: 'Boil water notice',
    message:
      'Boil tap water for one minute before you drink it or cook with it. Bottled water is safe. We will write when tap water is safe again.',
  },
  {
    name: 'Road closed',
    headline: 'Road closed',
    message: 'The road is closed. Please take another route and leave room for emergency vehicles.',
  },
  {
    name: 'School closed',
    headline: 'School closed today',
    message: 'School is closed today. There are no classes and no activities. Please keep children at home.',
  },
  {
    name: 'Rain-out',
    headline: 'Rained out today',
    message: "Today's game is called off because of the weather. We will write when there is a new date.",
  },
]

/** What the all clear begins with. */
export const allClearMessage = 'It is over. You do not have to do anything anymore. Thank you.'
