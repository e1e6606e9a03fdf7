import type { Letter } from '../letter.ts'

/** To the owner who offers a calendar. */
export const offerMade = (calendar: string, url: string): Letter => ({
  subject: `You offered ${calendar} to somebody`,
  heading: 'Your calendar is offered',
  before: [
    `“${calendar}” was offered to one of its members with your account and password. It changes hands when they accept; you get an email then.`,
  ],
  button: { label: 'See the members', url },
  after: ["If it wasn't you, change your password right away and remove that member."],
  reason: `You're getting this email because you own “${calendar}”.`,
})

/** To the member who is asked. */
export const offered = (calendar: string, url: string): Letter => ({
  subject: `${calendar} is offered to you`,
  heading: 'A calendar is offered to you',
  before: [
    `The owner of “${calendar}” wants to hand it to you. If you accept, its settings, members and mail are your responsibility, and what it sends counts with your plan.`,
  ],
  button: { label: 'Accept or decline', url },
  after: ["If you don't want it, there's nothing you need to do."],
  reason: `You're getting this email because you're a member of “${calendar}”.`,
})

/** To the new owner. */
export const taken = (calendar: string, url: string): Letter => ({
  subject: `You own ${calendar} now`,
  heading: 'You own a calendar now',
  before: [
    `“${calendar}” is yours: its settings, members and mail are your responsibility. Look through its members and recipients before you send anything.`,
  ],
  button: { label: 'See the members', url },
  after: ["If somebody offered it to you, they can take it back for 7 days, in case they didn't mean to."],
  reason: `You're getting this email because you own “${calendar}”.`,
})

/** To whoever had accepted it. */
export const takenBack = (calendar: string, url: string): Letter => ({
  subject: `${calendar} was taken back`,
  heading: 'The calendar was taken back',
  before: [
    `The previous owner of “${calendar}” has taken it back, which they can do for 7 days. You no longer belong to it.`,
  ],
  button: { label: 'Open your calendars', url },
  after: ['If that is a mistake, ask them to invite you again.'],
  reason: `You're getting this email because you owned “${calendar}”.`,
})

/** To each admin, when the owner has deleted their account. */
export const ownerLeft = (calendar: string, url: string): Letter => ({
  subject: `${calendar} needs a new owner`,
  heading: 'Who takes the calendar?',
  before: [
    `The owner of “${calendar}” has left. The calendar is put away: nobody sees it, and it sends nothing. As an admin you can take it, with everything in it.`,
  ],
  button: { label: 'Take it', url },
  after: ['The first admin who takes it owns it. If nobody does, it is deleted after 30 days.'],
  reason: `You're getting this email because you're an admin of “${calendar}”.`,
})
