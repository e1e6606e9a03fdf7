import type { Letter } from '../letter.ts'

export const calendarTaken = (url: string, supportEmail: string, calendar: string): Letter => ({
  subject: `${calendar} has a new owner`,
  heading: 'Your calendar has a new owner',
  before: [`The person to whom “${calendar}” was offered has accepted it. They control its settings and members now.`],
  button: { label: "It wasn't me: take it back", url },
  after: [
    "If you didn't offer it, someone else is signed in to your account. The button gives the calendar back to you. It works once, for 7 days, and asks for the password you had when the calendar was accepted. Then change your password.",
    `If you need help, write to ${supportEmail}.`,
  ],
  reason: `You're getting this email because you owned “${calendar}”.`,
})
