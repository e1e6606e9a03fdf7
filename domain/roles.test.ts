import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canAddEvent,
  canChangeEvent,
  canCreateCalendar,
  canEditDetails,
  canInvite,
  canLeave,
  canManageRecipients,
  canOpenSettings,
  canReadHistory,
  type Membership,
} from './roles.ts'

const people: Record<string, Membership> = {
  owner: { userId: 'o', ownerId: 'o', role: 'admin' },
  admin: { userId: 'a', ownerId: 'o', role: 'admin' },
  member: { userId: 'm', ownerId: 'o', role: 'member' },
  viewer: { userId: 'v', ownerId: 'o', role: 'viewer' },
  guest: { userId: null, ownerId: null, role: 'viewer' },
}

const buttons: [string, (membership: Membership) => boolean, string[]][] = [
  ['Manage Recipients', canManageRecipients, ['owner', 'admin']],
  ['Invite', canInvite, ['owner', 'admin']],
  ['History', canReadHistory, ['owner', 'admin']],
  ['Settings', canOpenSettings, ['owner']],
  ['the inline name and description editors', canEditDetails, ['owner']],
  ['Leave', canLeave, ['admin', 'member']],
  ['Add Event', canAddEvent, ['owner', 'admin']],
  [
    "Edit on somebody else's event",
    (membership) => canChangeEvent(membership, { created_by: 'x' }),
    ['owner', 'admin'],
  ],
  [
    "Delete on somebody else's event",
    (membership) => canChangeEvent(membership, { created_by: 'x' }),
    ['owner', 'admin'],
  ],
  [
    'Edit on their own event',
    (membership) => canChangeEvent(membership, { created_by: membership.userId }),
    ['owner', 'admin', 'member'],
  ],
]

for (const [button, allowed, expected] of buttons) {
  test(`${button} is for ${expected.join(', ')}`, () => {
    const seenBy = Object.keys(people).filter((name) => allowed(people[name] as Membership))
    assert.deepEqual(seenBy, expected)
  })
}

test('creating a calendar waits for a confirmed email address', () => {
  assert.ok(canCreateCalendar({ isEmailConfirmed: true }))
  assert.ok(!canCreateCalendar({ isEmailConfirmed: false }))
})
