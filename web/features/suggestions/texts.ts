export const suggestFieldTexts = {
  title: 'What is it?',
  day: 'Date',
  start: 'Starts',
  end: 'Ends',
  endDay: 'Last day',
  allDay: 'All day',
  endsLater: 'Ends on a later day',
  place: 'Place',
  placeHint: 'For example “Town hall”.',
  address: 'Address',
  description: 'Description',
  link: 'Website',
  emailHint: 'Only the organizers see it. We send you a link to confirm.',
} as const

export const suggestPageTexts = {
  head: (name: string) => ({
    title: `Suggest an event for ${name} | Townbell`,
    description: `Suggest an event for the calendar “${name}”. No account needed.`,
  }),
  lead: (name: string) => `The organizers of “${name}” look at it before it shows on the calendar. No account needed.`,
  about: 'About you',
  send: 'Send suggestion',
  sent: 'Check your email',
  sentBody: 'Your suggestion reaches the organizers once you open the link we just sent you and confirm it.',
  another: 'Suggest another event',
  back: 'Back to the calendar',
  duplicates: 'Is it one of these? They are on the calendar that day already.',
  noScript: 'Please turn JavaScript on to suggest an event.',
} as const

export const suggestionPageTexts = {
  title: 'Your suggestion',
  loading: 'Loading your suggestion',
  states: {
    unconfirmed: 'Please check your suggestion and confirm it.',
    pending: 'The organizers have your suggestion.',
    change: 'The organizers have your change.',
    accepted: 'Your suggestion is on the calendar.',
    declined: 'Your suggestion was not accepted.',
  },
  pendingBody: "We'll email you once they decide. Until then you can change or delete it.",
  acceptedBody: 'If something changes, change it here. The organizers look at it before it shows.',
  declinedBody: 'You can change it and send it again.',
  reason: (reason: string) => `Reason: ${reason}`,
  confirm: 'Confirm suggestion',
  propose: 'Propose this change',
  again: 'Send again',
  remove: 'Delete my suggestion',
  removed: 'Your suggestion is deleted.',
  removedBody: 'We no longer store your name and address for it. What is on the calendar stays there.',
  calendar: 'See the calendar',
} as const
