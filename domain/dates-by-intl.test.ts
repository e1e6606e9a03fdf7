import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayInZone, timeInZone } from './dates.ts'

test('a browser without Temporal reads the same clocks', (t) => {
  const { Temporal: reference } = globalThis
  Reflect.deleteProperty(globalThis, 'Temporal')
  t.after(() => Object.assign(globalThis, { Temporal: reference }))
  assert.equal(typeof globalThis.Temporal, 'undefined')
  for (const zone of ['America/New_York', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
    for (let instant = Date.UTC(1971, 0); instant < Date.UTC(2030, 0); instant += 12_345_678_901) {
      const there = reference.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
      assert.equal(dayInZone(instant, zone), there.toPlainDate().toString())
      assert.equal(timeInZone(instant, zone), there.toPlainTime().toString({ smallestUnit: 'minute' }))
    }
  }
  assert.throws(() => dayInZone(0, 'America/Springfield'), RangeError)
})
