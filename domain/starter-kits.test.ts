import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, weekdayOf } from './dates.ts'
import { readIcs } from './event-import/ics.ts'
import { type KitEvent, type KitKey, kitEvents, kitFile, kitItems, rruleOf, starterKits } from './starter-kits.ts'

const titles = Object.fromEntries(
  Object.values(kitItems).flatMap((items) => items.map(({ key }) => [key, `The ${key}`])),
) as Record<KitKey, string>

test('every event of a kit is proposed after today, on its weekday, whatever day it is', () => {
  for (let today = '2027-01-01'; today <= '2028-03-01'; today = addDays(today, 1)) {
    for (const kit of starterKits) {
      const events = kitEvents(kit, today, titles)
      assert.equal(events.length, kitItems[kit].length)
      for (const { key, day } of events) {
        const item = kitItems[kit].find((one) => one.key === key)
        assert.ok(day > today && day < addDays(today, 90), `${key} of ${today} on ${day}`)
        assert.equal(weekdayOf(day), item?.when.weekday, key)
      }
    }
  }
})

test('the file of a kit is read as what was proposed, in the zone of the calendar', () => {
  const events = kitEvents('hoa', '2026-11-17', titles)
  const [board, , dues] = ['board', 'trash', 'dues'].map((key) => events.find((event) => event.key === key) as KitEvent)
  assert.equal(board?.day, '2026-12-15')
  const changed = events.map((event) => (event === board ? { ...event, title: 'Board, open; to all' } : event))
  const read = readIcs(kitFile(changed, 'oak'), 'America/Chicago') ?? []
  assert.deepEqual(
    read.map(({ title, day, problem }) => [title, day, problem]),
    changed.map(({ title, day }) => [title, day, null]),
  )
  const [first, all] = [board, dues].map((event) => read[events.indexOf(event as KitEvent)]?.item)
  assert.ok(first?.kind === 'series' && first.category === 'Notice' && first.uid === 'starter-board-oak')
  assert.ok(all?.kind === 'once' && all.all_day)
})

test('a changed day changes what a month repeats', () => {
  const monthly = (day: string) => rruleOf({ day, repeat: 'monthly' })
  assert.equal(monthly('2026-12-15'), 'FREQ=MONTHLY;BYDAY=3TU')
  assert.equal(monthly('2026-12-31'), 'FREQ=MONTHLY;BYDAY=-1TH')
  assert.equal(rruleOf({ day: '2026-12-16', repeat: 'weekly' }), 'FREQ=WEEKLY;BYDAY=WE')
})
