// The mails about members, and about people who wait to follow.
import { INVITATION_DAYS, TRIAL_CONTACTS } from '#domain/limits.ts'
import type { InvitedRole, MemberRole } from '#domain/roles.ts'
import type { Letter } from '../letter.ts'

export const members = {
  /** Goes to somebody who may never have heard of us, so it says who asked, what it brings, and that it can be ignored. */
  invitation: (calendar: string, person: string, role: InvitedRole, url: string): Letter => ({
    subject: `${person} invites you to ${calendar}`,
    heading: `Join ${calendar}`,
    before: [
      {
        owner: `${person}, who owns the calendar “${calendar}”, wants to hand it on to you. Join it, look around, and accept it under My Calendars; until then nothing changes hands.`,
        admin: `${person}, who owns the calendar “${calendar}”, invites you to run it together. As an admin you add events and manage who is notified.`,
        member: `${person}, an organizer of the calendar “${calendar}”, invites you to join it. As a member you see its events and choose whether to be emailed.`,
      }[role],
    ],
    button: { label: 'See the invitation', url },
    after: [
      `The link works once, for ${INVITATION_DAYS} days, with an account for this email address. An account is free.`,
      "If you don't know the calendar, you can ignore this email: you won't get anything from it unless you join.",
    ],
    reason: `You're getting this one email because ${person} entered this address for “${calendar}”.`,
  }),

  joined: (calendar: string, person: string, role: MemberRole, url: string): Letter => ({
    subject: `${person} joined ${calendar}`,
    heading: `${person} joined ${calendar}`,
    before: [
      role === 'admin'
        ? `${person} accepted the invitation and is now an admin: they can add events and manage recipients.`
        : `${person} accepted the invitation and is now a member.`,
    ],
    button: { label: 'See the members', url },
    after: ['You can change their role or remove them there.'],
    reason: `You're getting this email because you own “${calendar}”.`,
  }),

  waiting: (calendar: string, count: number, url: string): Letter => ({
    subject:
      count === 1 ? `1 person is waiting to follow ${calendar}` : `${count} people are waiting to follow ${calendar}`,
    heading: 'Your free plan is full',
    before: [
      `${count === 1 ? '1 person wants' : `${count} people want`} to follow “${calendar}” by email, but all ${TRIAL_CONTACTS} places of the free plan are taken.`,
      'Remove addresses you no longer need, or ask us for a larger plan. People on the waiting list are asked in order, automatically.',
    ],
    button: { label: 'See your recipients', url },
    after: ["We don't write more than once a day about this."],
    reason: `You're getting this email because you own “${calendar}”.`,
  }),

  /** To the owner who offers a calendar. */
  offerMade: (calendar: string, url: string): Letter => ({
    subject: `You offered ${calendar} to somebody`,
    heading: 'Your calendar is offered',
    before: [
      `“${calendar}” was offered to one of its members with your account and password. It changes hands when they accept; you get an email then.`,
    ],
    button: { label: 'See the members', url },
    after: ["If it wasn't you, change your password right away and remove that member."],
    reason: `You're getting this email because you own “${calendar}”.`,
  }),

  /** To the member who is asked. */
  offered: (calendar: string, url: string): Letter => ({
    subject: `${calendar} is offered to you`,
    heading: 'A calendar is offered to you',
    before: [
      `The owner of “${calendar}” wants to hand it to you. If you accept, its settings, members and mail are your responsibility, and what it sends counts toward your plan.`,
    ],
    button: { label: 'Accept or decline', url },
    after: ["If you don't want it, there's nothing you need to do."],
    reason: `You're getting this email because you're a member of “${calendar}”.`,
  }),

  /** To the new owner. */
  taken: (calendar: string, url: string): Letter => ({
    subject: `You own ${calendar} now`,
    heading: 'You own a calendar now',
    before: [
      `“${calendar}” is yours: its settings, members and mail are your responsibility. Look through its members and recipients before you send anything.`,
    ],
    button: { label: 'See the members', url },
    after: ["If somebody offered it to you, they can take it back for 7 days, in case they didn't mean to."],
    reason: `You're getting this email because you own “${calendar}”.`,
  }),

  /** To whoever had accepted it. */
  takenBack: (calendar: string, url: string): Letter => ({
    subject: `${calendar} was taken back`,
    heading: 'The calendar was taken back',
    before: [
      `The previous owner of “${calendar}” has taken it back, which they can do for 7 days. You no longer belong to it.`,
    ],
    button: { label: 'Open your calendars', url },
    after: ['If that is a mistake, ask them to invite you again.'],
    reason: `You're getting this email because you owned “${calendar}”.`,
  }),

  /** To each admin, when the owner has deleted their account. */
  ownerLeft: (calendar: string, url: string): Letter => ({
    subject: `${calendar} needs a new owner`,
    heading: 'Who takes over the calendar?',
    before: [
      `The owner of “${calendar}” has left. The calendar is put away: nobody sees it, and it sends nothing. As an admin you can take it over, with everything in it.`,
    ],
    button: { label: 'Take it over', url },
    after: ['The first admin who takes it over owns it. If nobody does, it is deleted after 30 days.'],
    reason: `You're getting this email because you're an admin of “${calendar}”.`,
  }),
}
