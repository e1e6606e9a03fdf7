import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { coverOf } from './event-cover.ts'

const calendar = { identifier: 10482, time_zone: 'America/Chicago' }
const event = {
  title: 'Porch concert',
  location_name: 'Zilker Porch',
  location: '2200 Rabb Road, Austin',
  category: 'Event' as const,
  image: null,
  all_day: false,
  start_time: '2026-11-21T00:30:00Z',
}

test('an event is drawn where it takes place and at its hour, under the sky of its calendar', () => {
  assert.deepEqual(coverOf(event, calendar), { scene: 'homes', sky: 0, isNight: true })
  const drawn = (changes: object) => coverOf({ ...event, ...changes }, calendar)
  assert.equal(drawn({ location_name: 'Barton Creek Trailhead' })?.scene, 'park')
  assert.equal(drawn({ location_name: 'First Methodist Church', title: 'School board' })?.scene, 'church')
  assert.equal(drawn({ location_name: null, title: 'Partido de fútbol' })?.scene, 'field')
  assert.equal(drawn({ start_time: '2026-11-20T16:00:00Z' })?.isNight, false)
  assert.equal(drawn({ all_day: true })?.isNight, false)
  assert.equal(coverOf(event, { ...calendar, identifier: 10485 })?.sky, 3)
})

test('a picture of its own is shown instead, and an alert begins with its message', () => {
  assert.equal(coverOf({ ...event, image: 'x.jpg' }, calendar), null)
  assert.equal(coverOf({ ...event, category: 'Alert' }, calendar), null)
})

test('the street has every scene', () => {
  const street = readFileSync(new URL('../public/street.svg', import.meta.url), 'utf8')
  for (const place of ['Porch', 'Church', 'School', 'Court', 'Lake', 'City Hall'])
    assert.match(street, new RegExp(`<view id="${coverOf({ ...event, location_name: place }, calendar)?.scene}"`))
})
