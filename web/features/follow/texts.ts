// Words of following a calendar, and of ending it; those that are fixed word for word are in #domain/texts.

export const followDialogTexts = {
  lead: 'We send you one email to confirm. You can opt out at any time.',
  preference: 'Contact preference',
  phone: 'Phone number',
} as const

export const confirmPageTexts = {
  head: { title: 'Confirm your subscription | Townbell', description: 'Confirms that you want to follow a calendar.' },
  loading: 'Confirming your subscription',
  success: 'Subscription Confirmed',
  replyYes: 'We have sent you a text message. Reply YES to it to get texts as well.',
  noTexts: 'This calendar cannot take more phone numbers at the moment, so you get emails only.',
  noScript: 'Please switch on JavaScript for this page: it confirms your subscription when it is opened.',
} as const

export const optOutPageTexts = {
  head: { title: 'Unsubscribe | Townbell', description: 'Stop the notifications of a calendar. No account needed.' },
  title: 'Unsubscribe from notifications',
  done: 'Unsubscribed',
  /** Before the calendar's name. */
  stopFrom: 'Stop all notifications from',
  stop: 'Stop all notifications from this calendar.',
  email: 'Email address',
  notYou: 'Was it not you?',
  notYouBody: 'Somebody asked us to stop sending you notifications. If you want to keep getting them, say so here.',
  welcomeBack: 'Welcome back',
  notUndone: 'This did not work',
} as const
