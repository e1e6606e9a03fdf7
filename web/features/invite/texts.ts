import { failure } from '#domain/texts/toast.ts'

export const inviteTexts = {
  joinTitle: (calendar: string) => `Join ${calendar} | Townbell`,
  joinDescription: (calendar: string) => `You're invited to join the calendar ${calendar}.`,
  title: 'Invite | Townbell',
  description: 'An invite to a calendar.',
  invited: "You're invited to join",
  mailed: (email: string, role: 'admin' | 'member' | 'owner') =>
    `You join as ${role === 'member' ? 'a member' : 'an admin'}${role === 'owner' ? ', and the calendar is offered to you under My Calendars' : ''}. The invitation is for ${email}: sign in with that address.`,
  join: 'Join Calendar',
  emails: 'Email me on the day of each event',
  emailsHint: "You can change this at any time. Admins can't see your address.",
  joined: (calendar: string) => ({ title: 'Welcome!', body: `You're now a member of ${calendar}.` }),
  joinFailed: failure('Failed to join calendar. Please try again.'),
  account: "You need an account to join. It's free, and you'll come straight back here.",
  signIn: 'Sign in to join',
  signUp: 'Create an account',
  gone: 'This invite no longer works',
  goneBody: 'The link may have been replaced, or the calendar deleted. Ask the person who sent it for a new one.',
  failed: "This invite couldn't be opened",
  find: 'Find a calendar',
} as const
