import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HistoryEntry, historySentence } from './history.es.ts'

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
  [{ entity_type: 'calendar' }, 'Ann creó el calendario.'],
  [
    { entity_type: 'calendar', action: 'update', details: { changed: ['city', 'name', 'state', 'time_zone'] } },
    'Ann cambió el lugar, el nombre y la zona horaria.',
  ],
  [{ entity_type: 'membership', subject: 'Bob' }, 'Ann agregó a Bob.'],
  [
    { entity_type: 'membership', action: 'update', subject: 'Bob', details: { role: 'admin' } },
    'Ann cambió el papel de Bob: administrador.',
  ],
  [
    { entity_type: 'contact', action: 'import', details: { emails: 950, phones: 1 } },
    'Ann importó 950 correos electrónicos y 1 número de teléfono como destinatarios.',
  ],
  [{ action: 'delete', subject: 'Potluck' }, 'Ann eliminó “Potluck”.'],
  [
    { action: 'update', subject: 'Potluck', details: { changed: ['end_time', 'location', 'start_time'] } },
    'Ann cambió la hora y el lugar de “Potluck”.',
  ],
  [
    { entity_type: 'calendar', action: 'import', details: { source: 'file', added: 12, changed_events: 1 } },
    'Ann importó eventos de un archivo: 12 agregados, 1 cambiado.',
  ],
  [
    {
      actor: null,
      entity_type: 'calendar',
      action: 'import',
      details: { source: 'move', from: 'https://old.example' },
    },
    'Townbell trajo el calendario aquí desde https://old.example.',
  ],
  [{ entity_type: 'weather', action: 'update' }, 'Ann cambió algo.'],
  [{ actor: null }, 'Alguien agregó un evento.'],
]

test('every kind of entry is a Spanish sentence', () => {
  for (const [given, sentence] of sentences) assert.equal(historySentence(entry(given)), sentence)
})
