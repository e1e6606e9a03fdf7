import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicEvent } from '#domain/event-columns.ts'
import { nearness } from '#domain/nearness.ts'
import { COMING_MAX, comingEvents } from './coming.ts'

const zone = 'America/Chicago'
const now = new Date('2026-11-16T18:00:00Z')

function event(id: number, change: Partial<PublicEvent> = {}): PublicEvent {
  const start_time = new Date(now.getTime() + id * 3_600_000).toISOString()
  const timed = { start_time, event_date: start_time.slice(0, 10), end_time: '2026-12-30T00:00:00Z' }
  return { id: String(id), category: 'Event', status: 'scheduled', ...timed, ...change } as PublicEvent
}

test('alerts that hold now stand apart; coming, cancelled and other ones are listed', () => {
  const running = event(-2, { category: 'Alert' })
  const others = [event(-1, { category: 'Alert', status: 'cancelled' }), event(-1), event(1, { category: 'Alert' })]
  const { alerts, events } = comingEvents([running, ...others], now, zone)
  assert.deepEqual(alerts, [running])
  assert.deepEqual(events, others)
})

test('next up is the first event that takes place, and says whether it is on', () => {
  const off = event(1, { status: 'cancelled' })
  const soon = event(2)
  assert.deepEqual(pick(comingEvents([off, soon, event(3)], now, zone)), { next: soon, near: 'today' })
  const on = event(-1)
  assert.deepEqual(pick(comingEvents([on, soon], now, zone)), { next: on, near: 'now' })
  assert.deepEqual(pick(comingEvents([off], now, zone)), { next: null, near: 'later' })
})

test('thirty are listed, and the day of the next one leads on', () => {
  const many = Array.from({ length: COMING_MAX + 1 }, (_, index) => event(index))
  const { events, moreFrom } = comingEvents(many, now, zone)
  assert.equal(events.length, 30)
  assert.equal(moreFrom, many[30]?.event_date)
  assert.equal(comingEvents(many.slice(1), now, zone).moreFrom, null)
})

test('tonight begins at five in the zone of the calendar', () => {
  const at = (time: string, day: string, all_day = false) =>
    nearness({ start_time: `2026-11-16T${time}:00-06:00`, event_date: day, all_day }, '2026-11-16', 'America/Chicago')
  assert.equal(at('16:59', '2026-11-16'), 'today')
  assert.equal(at('17:00', '2026-11-16'), 'tonight')
  assert.equal(at('17:00', '2026-11-16', true), 'today')
  assert.equal(at('09:00', '2026-11-17'), 'tomorrow')
  assert.equal(at('09:00', '2026-11-18'), 'later')
})

function pick({ next, near }: ReturnType<typeof comingEvents>) {
  return { next, near }
}
