import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayOfEvent } from '../templates/day-of/data.ts'
import { dayOfText } from './day-of-text.ts'

const calendar = {
  id: '7d1f0000-0000-4000-8000-000000000001',
  name: 'Barton Hills',
  identifier: '12',
  description: null,
  city: 'Austin',
  state: 'Texas',
  time_zone: 'America/Chicago',
  admin_email: null,
}
const concert: DayOfEvent = {
  id: 'a1b20000-0000-4000-8000-000000000002',
  title: 'Porch concert',
  description: null,
  location: null,
  location_name: null,
  link_url: null,
  category: 'Event',
  start_time: new Date('2035-07-04T23:00:00Z'),
  end_time: new Date('2035-07-05T00:00:00Z'),
  all_day: false,
}
const siteUrl = 'https://t.example'
const page = `${siteUrl}/calendar/${calendar.id}`
const write = (...events: DayOfEvent[]) => dayOfText({ calendar, events, when: 'Today', siteUrl })

test('the text links to the only event if that costs no further segment', () => {
  const short = { ...concert, title: 'Film' }
  assert.deepEqual(write(short), {
    body: `Barton Hills today: Film, 6:00 PM. ${page}/events/${concert.id} Reply STOP to end`,
    segments: 1,
  })
  const longer = write({ ...concert, title: 'Porch concert' })
  assert.deepEqual(longer, {
    body: `Barton Hills today: Porch concert, 6:00 PM. ${page} Reply STOP to end`,
    segments: 1,
  })
  const long = write({ ...concert, title: 'Porch concert of everybody who plays something in this street' })
  assert.ok(long.body.includes(`/events/${concert.id} Reply`))
  assert.equal(long.segments, 2)
})

test('several events, and a sample event, link to the calendar', () => {
  for (const text of [write(concert, { ...concert, id: 'other' }), write({ ...concert, id: '' })])
    assert.ok(text.body.endsWith(` ${page} Reply STOP to end`), text.body)
})
