export const rsvpTexts = {
  answers: { going: 'Going', maybe: 'Maybe', no: 'No' },
  reply: 'Your reply',
  party: 'Please enter how many you are, 1 to 20.',
  chooseAnswer: 'Please choose an answer.',
  expiredLink: 'This link has expired. Please answer again on the page of the event.',
  closed: 'This event no longer takes answers.',
  noPlaces: "There aren't that many places left.",
  tooMany: 'This event has as many answers as it can have.',
  failed: "Your answer couldn't be saved. Please try again.",
  sent: { title: 'Check your email', body: 'Your answer counts once you open the link we just sent you.' },
  states: {
    going: "You're going",
    waiting: "You're on the waiting list",
    maybe: 'You might come',
    no: "You're not coming",
  },
  full: 'Full',
} as const
