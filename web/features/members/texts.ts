import { failure } from '#domain/texts/toast.ts'

// Words of the member screens; those that are fixed word for word are in #domain/texts/calendars.ts.

export const leaveTexts = {
  description: (name: string) =>
    `You will no longer see "${name}" or its events, and you will get no more notifications from it. To come back you need a new invite.`,
  acknowledge: 'I understand that I will lose access to this calendar',
  confirm: 'Leave Calendar',
  working: 'Leaving...',
} as const

export const memberTexts = {
  list: 'Members',
  loading: 'Loading members',
  loadFailed: failure('Failed to load members'),
  tryAgain: 'Try again',
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
  removed: (name: string) => ({ title: 'Member removed', body: `${name} no longer belongs to this calendar.` }),
  removeFailed: failure('Failed to remove member'),
  removeQuestion: (name: string) => `Remove ${name}?`,
  removeBody: 'They lose access to the calendar and get no more notifications from it.',
  removing: 'Removing...',
  transferred: (name: string) => ({ title: 'Ownership transferred', body: `${name} now owns this calendar.` }),
  transferFailed: failure('Failed to transfer ownership'),
  transferQuestion: (name: string) => `Make ${name} the owner?`,
  transferBody: 'They decide about settings and members from now on. You stay an admin, and you may then leave.',
  transferring: 'Transferring...',
} as const

export const inviteTexts = {
  hint: 'Whoever has it can join as a member.',
  link: 'Invite link',
  copy: 'Copy',
  renew: 'Renew link',
  renewing: 'Renewing...',
  renewQuestion: 'Renew the invite link?',
  renewBody: 'Links you have shared so far stop working. People who have joined stay.',
  renewed: { title: 'Invite link renewed', body: 'The old link no longer works.' },
  renewFailed: failure('Failed to renew the invite link'),
  copyByHand: { title: 'Copy the link by hand' },
  unavailable: failure('There is no invite link for this calendar.'),
} as const
