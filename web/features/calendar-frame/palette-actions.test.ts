import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../../domain/roles.ts'
import { paletteActions } from './palette-actions.ts'

const offered = (role: Role, ownerId = 'olga') =>
  paletteActions({ id: 'oak', membership: { userId: 'ann', ownerId, role } }).map(({ name }) => name)
const views = ['Month', 'Week', 'Agenda', 'Day']
const always = ['My Calendars', 'Account']

test('the palette offers in a calendar what the person may do there, and nothing else', () => {
  assert.deepEqual(offered('admin', 'ann'), [
    'New event',
    'New alert',
    ...views,
    'People',
    'Mailings',
    'Settings',
    ...always,
  ])
  assert.deepEqual(offered('admin'), ['New event', 'New alert', ...views, 'People', 'Mailings', ...always])
  assert.deepEqual(offered('member'), [...views, ...always])
  assert.deepEqual(
    paletteActions(null).map(({ name }) => name),
    always,
  )
})
