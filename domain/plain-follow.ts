// The form to follow for people without scripts: its page, and what it says afterwards.

export const plainStates = [
  'sent',
  'pending',
  'already_subscribed',
  'full',
  'waiting',
  'invalid',
  'limited',
  'failed',
] as const
export type PlainState = (typeof plainStates)[number]

export function plainFollowPath(calendarId: string, state?: PlainState): string {
  return `/calendar/${calendarId}/follow${state ? `?state=${state}` : ''}`
}
