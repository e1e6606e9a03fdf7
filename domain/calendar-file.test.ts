import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALENDAR_FILE, contactsOfCalendarFile } from './calendar-file.ts'
import { guessColumns, readContacts, readContactTable } from './contact-import.ts'

const lines = (...rows: object[]) =>
  `${[{ townbell: CALENDAR_FILE, version: 1 }, ...rows].map((row) => JSON.stringify(row)).join('\n')}\n`
const contact = (contact_value: string, more: object = {}) => ({
  table: 'public.calendar_contacts',
  row: { contact_type: contact_value.includes('@') ? 'email' : 'phone', contact_value, name: null, tags: [], ...more },
})

test('of a calendar file come contacts with names and tags, no consent, and nobody who stopped', () => {
  const file = lines(
    { table: 'public.events', row: { title: 'mail "public.calendar_contacts" to x@example.org' } },
    contact('ann@example.org', {
      name: '=Ann',
      tags: ['Elm', 'Choir'],
      confirmed_at: '2026-01-01',
      consented_at: '2026-01-01',
    }),
    contact('(512) 555-0142', { name: 'Pat' }),
    contact('Gone@example.org'),
    contact('bounced@example.org'),
    contact('+15125550143'),
    { table: 'public.opt_outs', row: { email: 'gone@example.org' } },
    { table: 'private.contact_preferences', row: { channel: 'sms', address: '+15125550143', is_on: false } },
    { stopped: { channel: 'email', address: 'bounced@example.org' } },
  )
  const table = readContactTable(contactsOfCalendarFile(file) ?? '')
  assert.deepEqual(readContacts(table, guessColumns(table)).contacts, [
    { contact_type: 'email', contact_value: 'ann@example.org', name: "'=Ann", tags: ['Choir', 'Elm'] },
    { contact_type: 'phone', contact_value: '(512) 555-0142', name: 'Pat' },
  ])
})

test('another text is none, and lines that are damaged or hostile are skipped', () => {
  for (const text of ['', 'ann@example.org', '{"townbell":"x"}\n', '{}', '[]\n', 'null\n', '{"townbell":\n'])
    assert.equal(contactsOfCalendarFile(text), null)
  const odd = lines(
    { table: 'public.calendar_contacts' },
    { table: 'public.calendar_contacts', row: null },
    { stopped: null },
    contact('a@b.example', { name: {}, tags: 'x' }),
  )
  assert.equal(
    contactsOfCalendarFile(`${odd}{"public.calendar_contacts"\nnull`),
    'Email,Phone,Name,Tags\r\na@b.example,,[object Object],\r\n',
  )
})
