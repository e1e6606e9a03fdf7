import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, changesSubject, type NotifiedEvent, withoutBefore } from './event-changes.ts'

const zone = 'America/Chicago'
const concert: NotifiedEvent = {
  title: 'Porch concert',
  start_time: '2025-07-04T23:00:00Z',
  end_time: '2025-07-05T00:00:00Z',
  all_day: false,
  location: '1 Main St',
  location_name: 'Hall',
  status: 'scheduled',
}
const was = 'Friday, July 4, 2025, 6:00 PM – 7:00 PM CDT'
const later = { start_time: '2025-07-05T00:00:00Z', end_time: '2025-07-05T01:00:00Z' }
const is = 'Friday, July 4, 2025, 7:00 PM – 8:00 PM CDT'

test('a new title or description is no change that anybody must hear of', () => {
  assert.equal(changeOf(concert, { ...concert, title: 'Porch concerto' }, zone), null)
})

test('a new time and a new place are told with what they were', () => {
  const change = changeOf(concert, { ...concert, ...later, location_name: null }, zone)
  assert.deepEqual(change, {
    mark: 'CHANGED',
    title: 'Porch concert',
    lines: [`When: ${is} (it was ${was})`, 'Where: 1 Main St (it was Hall, 1 Main St)'],
    day: 'Fri, Jul 4',
  })
  const nowhere = changeOf(concert, { ...concert, location: null, location_name: null }, zone)
  assert.deepEqual(nowhere?.lines, ['Where: not said anymore (it was Hall, 1 Main St)'])
})

test('a cancelled and a deleted event give the same notice', () => {
  const lines = [`It was planned for ${was}.`]
  const cancelled = changeOf(concert, { ...concert, status: 'cancelled', ...later }, zone)
  assert.deepEqual(cancelled, { mark: 'CANCELLED', title: 'Porch concert', lines, day: 'Fri, Jul 4' })
  assert.deepEqual(changeOf(concert, null, zone), cancelled)
})

test('a notice gives the reason with the change, and none when only the reason changed', () => {
  const because = { status_reason: 'Thunderstorm' }
  const cancelled = changeOf(concert, { ...concert, ...because, status: 'cancelled' }, zone)
  assert.deepEqual(cancelled?.lines, [`It was planned for ${was}.`, 'Reason: Thunderstorm'])
  const moved = changeOf(concert, { ...concert, ...later, ...because, status: 'moved' }, zone, 'es')
  assert.equal(moved?.lines[0], 'Motivo: Thunderstorm')
  const out = { ...concert, status: 'postponed' } as const
  assert.equal(changeOf(out, { ...out, ...because }, zone), null)
})

test('postponed, moved and on again say so', () => {
  const marks = (before: Partial<NotifiedEvent>, after: Partial<NotifiedEvent>) => {
    const change = changeOf({ ...concert, ...before }, { ...concert, ...after }, zone)
    return [change?.mark, change?.lines]
  }
  assert.deepEqual(marks({}, { status: 'postponed' }), [
    'POSTPONED',
    ['It is postponed: it does not take place then, and there is no new date yet.'],
  ])
  assert.deepEqual(marks({}, { status: 'moved', ...later }), ['MOVED', [`When: ${is} (it was ${was})`]])
  assert.deepEqual(marks({ status: 'cancelled' }, {}), ['CHANGED', ['It takes place after all.', `When: ${was}`]])
})

test('the subject of several says what they have in common', () => {
  const cancelled = changeOf(concert, null, zone)!
  const changed = changeOf(concert, { ...concert, ...later }, zone)!
  assert.equal(changesSubject([cancelled], 'Barton Hills'), 'CANCELLED: Porch concert, Fri, Jul 4 (Barton Hills)')
  assert.equal(changesSubject([cancelled, cancelled], 'Barton Hills'), 'CANCELLED: 2 events in Barton Hills')
  assert.equal(changesSubject([cancelled, changed], 'Barton Hills'), 'CHANGED: 2 events in Barton Hills')
})

test('the same in Spanish', () => {
  const moved = { ...concert, ...later, location: null, location_name: null }
  const changed = changeOf(concert, moved, zone, 'es')
  assert.deepEqual(changed, {
    mark: 'CAMBIO',
    title: 'Porch concert',
    lines: [
      'Fecha: viernes, 4 de julio de 2025, 7:00 p.m. – 8:00 p.m. CDT (antes: viernes, 4 de julio de 2025, 6:00 p.m. – 7:00 p.m. CDT)',
      'Lugar: ya no se indica (antes: Hall, 1 Main St)',
    ],
    day: 'vie 4 jul',
  })
  assert.deepEqual(
    changed?.lines.map((line) => withoutBefore(line, 'es')),
    ['Fecha: viernes, 4 de julio de 2025, 7:00 p.m. – 8:00 p.m. CDT', 'Lugar: ya no se indica'],
  )
  const cancelled = changeOf(concert, null, zone, 'es')
  assert.equal(cancelled && changesSubject([cancelled], 'Elm', 'es'), 'CANCELADO: Porch concert, vie 4 jul (Elm)')
  assert.equal(changed && cancelled && changesSubject([changed, cancelled], 'Elm', 'es'), 'CAMBIO: 2 eventos en Elm')
})

test('an event that is still on is told with its time and place, in the words of the admin', () => {
  const confirmed = { ...concert, confirmed: 'The rain has passed' }
  assert.deepEqual(changeOf(confirmed, concert, zone), {
    mark: 'STILL ON',
    title: 'Porch concert',
    lines: ['The rain has passed', 'It takes place as planned.', `When: ${was}`, 'Where: Hall, 1 Main St'],
    day: 'Fri, Jul 4',
    isGood: true,
  })
  assert.equal(changeOf({ ...concert, confirmed: '' }, concert, zone, 'es')?.mark, 'SIGUE EN PIE')
  assert.equal(
    changeOf(confirmed, { ...concert, status: 'cancelled' }, zone)?.mark,
    'CANCELLED',
    'what came later counts',
  )
})
