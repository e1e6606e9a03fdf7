import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casual as english } from 'chrono-node/en'
import { casual as spanish } from 'chrono-node/es'
import { newEventDraft } from '../../../domain/events.ts'
import { type FindDates, fillDraft, type QuickEvent, readSentence } from './quick-add.ts'

// A Tuesday.
const today = '2026-11-17'

function check(parser: { parse: FindDates }, sentences: Record<string, QuickEvent>) {
  for (const [sentence, expected] of Object.entries(sentences)) {
    const read = readSentence(sentence, today, (...given) => parser.parse(...given))
    assert.deepEqual(read, expected, sentence)
  }
}

const weekly = (weekday: number, interval = 1): QuickEvent['repeat'] => ({
  kind: 'week',
  interval,
  weekdays: [weekday],
  monthly: 'date',
})
const monthly = (weekday: number, way: 'ordinal' | 'last'): QuickEvent['repeat'] => ({
  kind: 'month',
  interval: 1,
  weekdays: [weekday],
  monthly: way,
})

test('an English sentence fills the fields', () => {
  check(english, {
    'PTA meeting Thursday 6:30–8pm at library every 3rd Thursday #notice': {
      title: 'PTA meeting',
      day: '2026-11-19',
      startTime: '18:30',
      endTime: '20:00',
      place: 'library',
      category: 'Notice',
      repeat: monthly(4, 'ordinal'),
    },
    'Porch concert Friday 6:30-8:30pm at Zilker Porch #event': {
      title: 'Porch concert',
      day: '2026-11-20',
      startTime: '18:30',
      endTime: '20:30',
      place: 'Zilker Porch',
      category: 'Event',
    },
    'tool library open today 3-5pm at the shed #fyi': {
      title: 'Tool library open',
      day: '2026-11-17',
      startTime: '15:00',
      endTime: '17:00',
      place: 'the shed',
      category: 'FYI',
    },
    'Potluck 6pm at the shed': { title: 'Potluck', startTime: '18:00', place: 'the shed' },
    'Fair Nov 28 to Nov 30': { title: 'Fair', day: '2026-11-28', endDay: '2026-11-30' },
    'Choir every Monday 7pm': { title: 'Choir', day: '2026-11-23', startTime: '19:00', repeat: weekly(1) },
    'Yoga every other Wednesday at 9am': {
      title: 'Yoga',
      day: '2026-11-18',
      startTime: '09:00',
      repeat: weekly(3, 2),
    },
    'Board meeting every last Friday at City Hall': {
      title: 'Board meeting',
      day: '2026-11-27',
      place: 'City Hall',
      repeat: monthly(5, 'last'),
    },
    'Party Friday 10pm-2am': {
      title: 'Party',
      day: '2026-11-20',
      startTime: '22:00',
      endDay: '2026-11-21',
      endTime: '02:00',
    },
    'Just a title': { title: 'Just a title' },
    '#alert Boil water': { title: 'Boil water', category: 'Alert' },
    'Meet #eventful': { title: 'Meet #eventful' },
  })
})

test('a Spanish sentence fills the fields', () => {
  check(spanish, {
    'Reunión el jueves 18:30–20:00 en la biblioteca cada tercer jueves #aviso': {
      title: 'Reunión',
      day: '2026-11-19',
      startTime: '18:30',
      endTime: '20:00',
      place: 'la biblioteca',
      category: 'Notice',
      repeat: monthly(4, 'ordinal'),
    },
    'Limpieza sábado de 9 a 11 am en el parque': {
      title: 'Limpieza',
      day: '2026-11-21',
      startTime: '09:00',
      endTime: '11:00',
      place: 'el parque',
    },
    'Coro mañana a las 7pm #evento': { title: 'Coro', day: '2026-11-18', startTime: '19:00', category: 'Event' },
    'Feria el 28 de noviembre': { title: 'Feria', day: '2026-11-28' },
    'Yoga todos los lunes 9:00': { title: 'Yoga', day: '2026-11-23', startTime: '09:00', repeat: weekly(1) },
    'Riego cada día': {
      title: 'Riego',
      day: today,
      repeat: { kind: 'day', interval: 1, weekdays: [2], monthly: 'date' },
    },
  })
})

test('a repetition without a date begins with the chosen day', () => {
  const read = readSentence('Choir every Friday 7pm', today, (...given) => english.parse(...given), '2027-03-01')
  assert.equal(read.day, '2027-03-05')
})

test('a form keeps what the sentence does not say, and a start alone lasts an hour', () => {
  const opened = newEventDraft('2026-11-25')
  const filled = fillDraft(opened, { title: 'Potluck', startTime: '18:00', place: 'The shed' })
  assert.deepEqual(filled, {
    ...opened,
    title: 'Potluck',
    startTime: '18:00',
    endTime: '19:00',
    location_name: 'The shed',
  })
  assert.equal(fillDraft(opened, { title: 'Fair' }).endTime, '17:00')
})
