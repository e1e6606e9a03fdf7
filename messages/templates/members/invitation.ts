import { INVITATION_DAYS } from '#domain/limits.ts'
import type { InvitedRole } from '#domain/roles.ts'
import type { Letter } from '../letter.ts'

/** Goes to somebody who may never have heard of us, so it says who asked, what it brings, and that it can be ignored. */
export const invitation = (calendar: string, role: InvitedRole, url: string): Letter => ({
  subject: `You're invited to ${calendar}`,
  heading: `Join ${calendar}`,
  before: [
    {
      owner: `The owner of the calendar “${calendar}” wants to hand it on to you. Join it, look around, and accept it under My Calendars; until then nothing changes hands.`,
      admin: `The owner of the calendar “${calendar}” invites you to run it with them. As an admin you add events and manage who is notified.`,
      member: `An organizer of the calendar “${calendar}” invites you to join it. As a member you see its events and choose whether to be emailed.`,
    }[role],
  ],
  button: { label: 'See the invitation', url },
  after: [
    `The link works once, for ${INVITATION_DAYS} days, with an account for this email address. An account is free.`,
    "If you don't know the calendar, you can ignore this email: you won't get anything from it unless you join.",
  ],
  reason: `You're getting this one email because an organizer of “${calendar}” entered this address.`,
})
