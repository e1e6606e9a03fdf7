import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventLinks, feedAddress, subscribeLinks } from './calendar-links.ts'

const siteUrl = 'https://town.example'
const where = { siteUrl, calendar: { id: 'c1', time_zone: 'America/Chicago' } }
const event = {
  id: 'e1',
  title: 'Fair & fun #1',
  description: 'Bring a chair\n&text=evil',
  location: '1 Main St',
  location_name: 'Hall',
  link_url: null,
  start_time: '2025-07-04T14:00:00+00:00',
  end_time: '2025-07-04T15:30:00+00:00',
  event_date: '2025-07-04',
  end_date: '2025-07-04',
  all_day: false,
}

test('a calendar is subscribed to by its feed', () => {
  const feed = feedAddress(siteUrl, 'c1', ['Event', 'Alert'])
  assert.equal(feed, 'https://town.example/calendar/c1.ics?category=Event,Alert')
  const { google, apple, outlook } = subscribeLinks(feed, 'A & B')
  assert.equal(apple, 'webcal://town.example/calendar/c1.ics?category=Event,Alert')
  assert.equal(new URL(google).searchParams.get('cid'), apple)
  assert.equal(new URL(outlook).searchParams.get('url'), feed)
  assert.equal(new URL(outlook).searchParams.get('name'), 'A & B')
})

test('an event is copied with its time, place and words, whatever is in them', () => {
  const { google, outlook, file } = eventLinks(event, where)
  const given = new URL(google).searchParams
  assert.equal(given.getAll('text').join(), 'Fair & fun #1')
  assert.equal(given.get('dates'), '20250704T140000Z/20250704T153000Z')
  assert.equal(given.get('location'), 'Hall, 1 Main St')
  assert.equal(given.get('details'), 'Bring a chair\n&text=evil\n\nhttps://town.example/calendar/c1/events/e1')
  assert.equal(new URL(outlook).searchParams.get('startdt'), '2025-07-04T14:00:00.000Z')
  assert.equal(file, 'https://town.example/calendar/c1/events/e1.ics')
})

test('whole days are days, and end with the day after the last', () => {
  const { google, outlook } = eventLinks({ ...event, all_day: true, end_date: '2025-07-06' }, where)
  assert.equal(new URL(google).searchParams.get('dates'), '20250704/20250707')
  const given = new URL(outlook).searchParams
  assert.deepEqual(
    [given.get('startdt'), given.get('enddt'), given.get('allday')],
    ['2025-07-04', '2025-07-07', 'true'],
  )
})
