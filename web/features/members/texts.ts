import { failure } from '#domain/texts/toast.ts'

export const leaveTexts = {
  description: (name: string) =>
    `You'll no longer see "${name}" or its events, or get its notifications. To come back, you'll need a new invite.`,
  tickFirst: 'Tick the box to continue',
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
  removeBody:
    "They'll lose access to the calendar. The invite link changes, so that they can't use it to come back. Contact lists stay as they are.",
  removing: 'Removing...',
  transferred: (name: string) => ({
    title: 'Ownership offered',
    body: `${name} becomes the owner when they accept it under My Calendars.`,
  }),
  transferFailed: failure('Failed to transfer ownership'),
  transferQuestion: (name: string) => `Make ${name} the owner?`,
  transferBody: 'Once they accept, they control settings and members. You stay an admin, and can then leave.',
  transferring: 'Transferring...',
  password: 'Your password',
  alone: 'Nobody else can run this calendar',
  aloneBody:
    'If you lose access, nobody can add events or hand it on. Invite a second admin below, or the next owner at the end of your year.',
} as const

export const offerTexts = {
  title: (name: string) => `“${name}” is offered to you`,
  body: 'The owner wants to hand this calendar to you. If you accept, its settings, members and mail are your responsibility, and what it sends counts toward your plan.',
  accept: 'Accept',
  decline: 'Decline',
  of: (action: string, name: string) => `${action}: ${name}`,
  accepted: (name: string) => ({ title: `You own ${name} now` }),
  declined: (name: string) => ({ title: 'Offer declined', body: `${name} stays with its owner.` }),
  failed: failure('Failed to answer the offer'),
  ownerless: (name: string) => `“${name}” needs a new owner`,
  ownerlessBody:
    'Its owner has left, and it is put away. Take it over within 30 days to bring it back; what it sends then counts toward your plan.',
  take: 'Take it over',
  takeFailed: failure('Failed to take over the calendar'),
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

export const invitationTexts = {
  title: 'Invite by email',
  emails: 'Email addresses',
  emailsHint: 'Separate several with commas or new lines.',
  role: 'Role',
  roles: {
    member: 'Member: sees everything, edits own events',
    admin: 'Admin: adds events, manages recipients',
    owner: 'Owner: joins as an admin and is offered the calendar',
  },
  ownerQuestion: 'Invite the next owner?',
  ownerBody: 'They join as an admin and are offered the calendar. It changes hands when they accept.',
  send: 'Send invitations',
  sending: 'Sending...',
  sent: (count: number) => ({
    title: count === 1 ? 'Invitation sent' : `${count} invitations sent`,
    body: 'You get an email when they join.',
  }),
  failed: failure('Failed to send invitations'),
  open: 'Open invitations',
  states: {
    sending: 'On its way',
    sent: (day: string) => `Sent ${day}`,
    expired: 'Expired',
  },
  until: (day: string) => `works until ${day}`,
  again: 'Send again',
  withdraw: 'Withdraw',
  of: (action: string, email: string) => `${action}: ${email}`,
  withdrawn: (email: string) => ({ title: 'Invitation withdrawn', body: `The link sent to ${email} no longer works.` }),
  withdrawFailed: failure('Failed to withdraw the invitation'),
  loadFailed: failure('Failed to load invitations'),
} as const

export const membershipTexts = {
  inviteCopied: { title: 'Invite link copied!' },
  left: (name: string) => ({
    title: "You've left the calendar",
    body: `You're no longer a member of "${name}" and won't receive notifications.`,
  }),
  leaveFailed: failure('Failed to leave calendar. Please try again.'),
  lastAdmin: {
    title: 'Cannot leave calendar',
    body: 'You are the last admin. Transfer ownership or promote another admin before leaving.',
  },
  leaveThisCalendar: 'Leave this calendar',
  invite: 'Invite',
} as const
