import { failure } from '#domain/texts/toast.ts'

export const inviteTexts = {
  joinTitle: (calendar: string) => `Join ${calendar} | Townbell`,
  joinDescription: (calendar: string) => `You are invited to join the calendar ${calendar}.`,
  title: 'Invite | Townbell',
  description: 'An invite to a calendar.',
  invited: 'You are invited to join',
  join: 'Join Calendar',
  joined: (calendar: string) => ({ title: 'Welcome!', body: `You are now a member of ${calendar}.` }),
  joinFailed: failure('Failed to join calendar. Please try again.'),
  account: 'Members have an account. It is free, and you come straight back here.',
  signIn: 'Sign in to join',
  signUp: 'Create an account',
  gone: 'This invite does not work any more',
  goneBody: 'The link may have been renewed, or the calendar is gone. Ask whoever sent it for a new one.',
  failed: 'This invite could not be opened',
  find: 'Find a calendar',
} as const
