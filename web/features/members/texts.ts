import { failure } from '#domain/texts/toast.ts'

// Words of the member screens; those that are fixed word for word are in #domain/texts/calendars.ts.

export const leaveTexts = {
  description: (name: string) =>
    `You'll no longer see "${name}" or its events, or get its notifications. To come back, you'll need a new invite.`,
  acknowledge: "I understand that I'll lose access to this calendar",
  confirm: 'Leave Calendar',
  working: 'Leaving...',
} as const

export const memberTexts = {
  list: 'Members',
  loading: 'Loading members',
  loadFailed: failure('Failed to load members'),
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  you: '(you)',
  promote: 'Make admin',
  demote: 'Make member',
  remove: 'Remove',
  transfer: 'Make owner',
  of: (action: string, name: string) => `${action}: ${name}`,
  roleChanged: (name: string, role: 'admin' | 'member') => ({
    title: 'Member updated',
    body: role === 'admin' ? `${name} is now an admin.` : `${name} is no longer an admin.`,
  }),
  roleFailed: failure('Failed to update member'),
  removed: (name: string) => ({ title: 'Member removed', body: `${name} is no longer a member of this calendar.` }),
  removeFailed: failure('Failed to remove member'),
  removeQuestion: (name: string) => `Remove ${name}?`,
  removeBody: "They'll lose access to the calendar and its notifications.",
  removing: 'Removing...',
  transferred: (name: string) => ({ title: 'Ownership transferred', body: `${name} now owns this calendar.` }),
  transferFailed: failure('Failed to transfer ownership'),
  transferQuestion: (name: string) => `Make ${name} the owner?`,
  transferBody: "They'll control settings and members from now on. You stay an admin, and can then leave.",
  transferring: 'Transferring...',
} as const

export const inviteTexts = {
  hint: 'Anyone with this link can join as a member.',
  link: 'Invite link',
  copy: 'Copy',
  renew: 'Renew link',
  renewing: 'Renewing...',
  renewQuestion: 'Renew the invite link?',
  renewBody: "Links you've shared so far stop working. People who already joined stay.",
  renewed: { title: 'Invite link renewed', body: 'The old link no longer works.' },
  renewFailed: failure('Failed to renew the invite link'),
  copyByHand: { title: 'Copy the link yourself' },
  unavailable: failure('This calendar has no invite link.'),
} as const
