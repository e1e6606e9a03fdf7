import type { OptOutOutcome } from '#domain/opt-out-choices.ts'

export const followDialogTexts = {
  lead: "We'll send you one email to confirm. You can opt out anytime.",
  preference: 'Contact preference',
  title: (calendar: string) => `Join ${calendar}`,
  preferences: { email: 'Email only', both: 'Email + SMS notifications' },
  cancel: 'Cancel',
  sendConfirmation: 'Send Confirmation',
  sentTitle: 'Check your email',
  sentTo: (email: string) => `We sent a link to ${email}. Open it to follow the calendar.`,
  sentHint: 'Nothing there? Look in your spam folder, or send it again.',
  sendAgain: 'Send again',
  wrongAddress: 'Wrong address?',
  fullBody:
    'The free plan of this calendar is full. You can follow it without email, or wait: whoever waits is asked in order when a place is free.',
  addToApp: 'Add to your calendar app',
  rss: 'RSS feed',
  wait: 'Join the waiting list',
} as const

export const followCardTexts = {
  title: 'Hear about the next one',
  lead: 'One email on the day of each event. No account.',
  email: 'Email address',
} as const

export const confirmPageTexts = {
  head: { title: 'Confirm your subscription | Townbell', description: 'Confirms that you want to follow a calendar.' },
  loading: 'Confirming your subscription',
  success: 'Subscription Confirmed',
  replyYes: 'Reply YES to our text to get texts, too.',
  noTexts: "This calendar can't take more phone numbers right now, so you'll get emails only.",
  confirm: 'Confirm',
  following: 'You follow the calendar.',
  failed: 'Failed to confirm subscription',
  expiredTitle: 'Link Expired',
  failedTitle: 'Confirmation Failed',
  viewCalendar: 'View Calendar',
  findAgain: 'Find Calendar Again',
  goHome: 'Go to Home',
} as const

export const installTexts = {
  title: 'Put Townbell on your home screen',
  body: 'Your calendars are then one tap away, also offline.',
  install: 'Install',
  notNow: 'Not now',
} as const

export const optOutPageTexts = {
  head: { title: 'Unsubscribe | Townbell', description: "Stop a calendar's notifications. No account needed." },
  title: 'Unsubscribe from notifications',
  done: 'Unsubscribed',
  ask: 'We send you a link that shows every calendar that writes to you. There you stop what you like.',
  address: 'Email address or phone number',
  sendLink: 'Send me the link',
  check: 'Check your messages',
  orStop: 'To end all texts at once, reply STOP to one of them.',
  damaged: "This link doesn't work",
  /** Before the calendar's name. */
  stopFrom: 'Stop all notifications from',
  stop: 'Stop all notifications from this calendar.',
  email: 'Email address',
  notYou: "Wasn't you?",
  notYouBody: 'Someone asked us to stop sending you notifications. To keep getting them, tell us here.',
  welcomeBack: 'Welcome back',
  notUndone: "That didn't work",
  failed: 'Failed to process opt-out request. Please try again.',
  unsubscribe: 'Unsubscribe',
  channels: { email: () => 'Emails', sms: (phone: string) => `Texts to ${phone}` },
  /** `isKnown`: with the link of a mail we know whose phone it is. */
  stopped({ email, sms, phone, push }: OptOutOutcome, isKnown: boolean): string {
    const ways = { Emails: email, [`Texts to ${phone}`]: sms, 'Browser notifications': push }
    const those = (state: string) => Object.keys(ways).filter((way) => ways[way as keyof typeof ways] === state)
    const said = [
      ...those('stopped').map((way) => `${way} stopped.`),
      ...those('continues').map((way) => `${way} still come.`),
      ...(isKnown ? [] : ['If you get texts too, answer one with STOP.']),
    ]
    return said.join(' ')
  },
  returnHome: 'Return to Home',
  undo: 'Keep me subscribed',
  less: 'Less instead?',
  lessChoices: { weekly: 'Once a week', alerts: 'Alerts only', pause: 'Pause for a month' },
  lessDone: {
    weekly: "You'll get one email a week, on Sunday evening.",
    alerts: "You'll get alerts, and nothing else.",
    pause: "You'll get nothing for 30 days. Then it goes on as before.",
  },
  saved: 'Saved',
  undoNow: 'Undo',
  why: 'Why? One tap helps the organizers, who see your answer.',
  reasons: {
    too_many: 'Too many emails',
    not_for_me: 'Not for me',
    never_asked: 'I never asked for it',
    other: 'Something else',
  },
  thanks: 'Thank you for telling them.',
} as const
