import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '#domain/languages.ts'
import { segmentsOf } from '#domain/text-segments.ts'
import type { DayOfEvent } from '../templates/day-of/data.ts'
import { alertItem } from '../templates/notice/data.ts'
import { confirmationText } from './confirmation-text.ts'
import { dayOfText } from './day-of-text.ts'
import { noticeText } from './notice-text.ts'

const calendar = {
  id: '7d1f0000-0000-4000-8000-000000000001',
  name: 'Barton Hills',
  identifier: '10482',
  is_listed: true,
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
const siteUrl = 'https://www.townbell.example'
const page = `${siteUrl}/c/10482`
const write = (...events: DayOfEvent[]) => dayOfText({ calendar, events, when: 'Today', siteUrl })

test('a text links to the only event, several events and a sample event to the calendar', () => {
  assert.deepEqual(write(concert), {
    body: `Barton Hills today: Porch concert, 6:00 PM. ${page}/a1b20000 Reply STOP to end`,
    segments: 1,
  })
  for (const text of [write(concert, { ...concert, id: 'other' }), write({ ...concert, id: '' })])
    assert.ok(text.body.endsWith(` ${page} Reply STOP to end`), text.body)
})

test('a calendar that is not listed has no short address', () => {
  const { body } = dayOfText({ calendar: { ...calendar, is_listed: false }, events: [concert], when: 'Today', siteUrl })
  assert.ok(body.endsWith(` ${siteUrl}/calendar/${calendar.id}/events/${concert.id} Reply STOP to end`), body)
})

// The price of a text: what a neighbor's calendar and event may be called in one segment, and in two.
const spanishLetters = 'Día del niño en Málaga Ünïque côté, función mañana, sábado ªº'
for (const language of ['en', 'es'] as Language[]) {
  for (const [length, segments] of [
    [22, 1],
    [60, 2],
  ] as const) {
    test(`names and titles of ${length} letters take at most ${segments} segments (${language})`, () => {
      const name = spanishLetters.padEnd(60, 'x').slice(0, length)
      const named = { ...calendar, name }
      const late = {
        ...concert,
        title: name,
        start_time: new Date('2035-07-04T16:30:00Z'),
        location_name: 'Zilker Park',
      }
      const texts = [dayOfText({ calendar: named, events: [late], when: 'Tomorrow', siteUrl, language }).body]
      const short = { ...late, location_name: null, description: null, category: 'Alert' } as const
      const over = alertItem(short, named, language, { kind: 'all_clear', message: '' })
      texts.push(noticeText({ calendar: named, items: [over], siteUrl, language }).body)
      texts.push(confirmationText(name, language))
      for (const text of texts) assert.ok(segmentsOf(text) <= segments, `${segmentsOf(text)}: ${text}`)
    })
  }
}

test('accents stay where an emoji has their price already', () => {
  const [plain, emoji] = [write({ ...concert, title: 'Función' }), write({ ...concert, title: 'Función 🎉' })]
  assert.match(plain.body, /: Funcion, /)
  assert.match(emoji.body, /: Función 🎉, /)
})
