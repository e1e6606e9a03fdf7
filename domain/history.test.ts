import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HistoryEntry, historySentence } from './history.ts'

const entry = (more: Partial<HistoryEntry>): HistoryEntry => ({
  id: 1,
  created_at: '2025-07-04T12:00:00Z',
  actor: 'Ann',
  entity_type: 'event',
  action: 'create',
  subject: null,
  is_self: false,
  details: {},
  ...more,
})

const sentences: [Partial<HistoryEntry>, string][] = [
  [{ entity_type: 'calendar' }, 'Ann created the calendar.'],
  [
    { action: 'send', subject: 'Boil water', details: { kind: 'alert', emergency: true } },
    'Ann sent the alert “Boil water”, with texts at night.',
  ],
  [
    { action: 'send', subject: 'Boil water', details: { kind: 'all_clear', emergency: false } },
    'Ann sent the all clear of “Boil water”.',
  ],
  [{ entity_type: 'calendar', action: 'delete' }, 'Ann deleted the calendar.'],
  [{ entity_type: 'calendar', action: 'restore' }, 'Ann restored the calendar.'],
  [
    { entity_type: 'calendar', action: 'update', details: { changed: ['city', 'name', 'state', 'time_zone'] } },
    'Ann changed the place, the name and the time zone.',
  ],
  [{ entity_type: 'calendar', action: 'update', details: { changed: ['a_new_one'] } }, 'Ann changed the settings.'],
  [
    { entity_type: 'calendar', action: 'update', details: { changed: ['owner_id'] } },
    'Ann transferred the calendar to a new owner.',
  ],
  [
    {
      entity_type: 'calendar',
      action: 'update',
      actor: null,
      details: { changed: ['sending_paused_at', 'sending_paused_reason'] },
    },
    'Townbell paused or resumed sending.',
  ],
  [
    { entity_type: 'calendar', action: 'update', details: { changed: ['sending_paused_at'], is_paused: true } },
    'Ann paused sending.',
  ],
  [
    { entity_type: 'calendar', action: 'update', details: { changed: ['disabled'], is_disabled: false } },
    'Ann enabled the calendar.',
  ],
  [
    { entity_type: 'calendar', action: 'update', actor: null, details: { changed: ['disabled'] } },
    'Townbell disabled or enabled the calendar.',
  ],
  [{ entity_type: 'membership', subject: 'Ann', is_self: true }, 'Ann joined.'],
  [{ entity_type: 'membership', actor: null, subject: 'Bob' }, 'Bob joined.'],
  [{ entity_type: 'membership', subject: 'Bob' }, 'Ann added Bob.'],
  [
    { entity_type: 'membership', action: 'update', subject: 'Bob', details: { role: 'admin' } },
    'Ann made Bob an admin.',
  ],
  [
    { entity_type: 'membership', action: 'update', subject: null, details: { role: 'member' } },
    'Ann made someone a member.',
  ],
  [{ entity_type: 'membership', action: 'delete', subject: 'Bob' }, 'Ann removed Bob.'],
  [{ entity_type: 'membership', action: 'delete', is_self: true, details: { self_removal: true } }, 'Ann left.'],
  [{ entity_type: 'membership', action: 'delete', actor: null }, 'Someone removed someone.'],
  [
    { entity_type: 'contact', subject: 'bob@example.org', details: { contact_type: 'email', source: 'manager' } },
    'Ann added bob@example.org to the recipients.',
  ],
  [
    { entity_type: 'contact', details: { contact_type: 'phone', source: 'import' } },
    'Ann added a phone number to the recipients by import.',
  ],
  [
    { entity_type: 'contact', action: 'import', details: { source: 'import', emails: 1, phones: 12 } },
    'Ann imported 1 email address and 12 phone numbers as recipients.',
  ],
  [
    { entity_type: 'contact', action: 'import', details: { source: 'import', emails: 950, phones: 0 } },
    'Ann imported 950 email addresses as recipients.',
  ],
  [
    {
      entity_type: 'contact',
      actor: null,
      subject: '+15125550100',
      details: { contact_type: 'phone', source: 'follow' },
    },
    '+15125550100 followed the calendar by text.',
  ],
  [
    { entity_type: 'contact', actor: null, action: 'update', details: { contact_type: 'email' } },
    'Someone confirmed notifications by email.',
  ],
  [
    {
      entity_type: 'contact',
      actor: null,
      action: 'update',
      subject: 'bob@example.org',
      details: { contact_type: 'email', changed: ['preferences'] },
    },
    'bob@example.org changed what they receive.',
  ],
  [
    { entity_type: 'contact', action: 'delete', details: { contact_type: 'email' } },
    'Ann removed an email address from the recipients.',
  ],
  [{ subject: 'Potluck' }, 'Ann added “Potluck”.'],
  [{ action: 'delete', subject: 'Potluck' }, 'Ann deleted “Potluck”.'],
  [{ action: 'restore', subject: 'Potluck' }, 'Ann restored “Potluck”.'],
  [
    { action: 'update', subject: 'Potluck', details: { changed: ['end_time', 'location', 'start_time'] } },
    'Ann changed the time and the place of “Potluck”.',
  ],
  [{ action: 'update', details: { changed: ['something_new'] } }, 'Ann changed details of an event.'],
  [{ entity_type: 'series', action: 'delete' }, 'Ann deleted a repeating event.'],
  [
    {
      entity_type: 'calendar',
      action: 'import',
      details: { source: 'file', added: 12, changed_events: 1, removed: 0 },
    },
    'Ann imported events from a file: added 12, changed 1.',
  ],
  [
    {
      actor: null,
      entity_type: 'calendar',
      action: 'import',
      details: { source: 'move', from: 'https://old.example' },
    },
    'Townbell brought the calendar here from https://old.example.',
  ],
  [
    { actor: null, entity_type: 'calendar', action: 'import', details: { source: 'feed', removed: 2 } },
    'Townbell imported events from the external calendar: removed 2.',
  ],
  [
    { entity_type: 'calendar', action: 'import', details: { source: 'copy', added: 12 } },
    'Ann rolled last year forward: added 12.',
  ],
  [
    { entity_type: 'calendar', action: 'import', details: { source: 'undo', removed: 12, kept: 1 } },
    'Ann undid an import: removed 12, kept 1 changed since.',
  ],
  [
    { entity_type: 'calendar', action: 'import', details: { source: 'undo', removed: 0, kept: 0 } },
    'Ann undid an import: removed 0.',
  ],
  [{ entity_type: 'weather', action: 'update' }, 'Ann changed something.'],
  [{ actor: null }, 'Someone added an event.'],
]

test('every kind of entry is a sentence', () => {
  for (const [given, sentence] of sentences) assert.equal(historySentence(entry(given)), sentence)
})
