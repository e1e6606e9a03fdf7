import type { MemberRole } from '#domain/roles.ts'
import type { Letter } from '../letter.ts'

export const joined = (calendar: string, person: string, role: MemberRole, url: string): Letter => ({
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
})
