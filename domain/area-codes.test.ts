import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaCodes, zoneOfNumber } from './area-codes.ts'
import { isTimeZone } from './dates.ts'
import { stateNames, zoneOf } from './places.ts'

test('a number lives by the clock of its area code', () => {
  assert.equal(zoneOfNumber('+15125550123'), 'America/Chicago')
  assert.equal(zoneOfNumber('+18085550123'), 'Pacific/Honolulu')
  assert.equal(zoneOfNumber('+16025550123'), 'America/Phoenix')
  assert.equal(zoneOfNumber('+12125550123'), 'America/New_York')
})

test('other countries, toll-free codes and junk have no clock', () => {
  for (const number of ['+442079460000', '+18005550123', '+1512555012', '5125550123', '']) {
    assert.equal(zoneOfNumber(number), null, number)
  }
})

test('every code is three digits, stands once, and every zone is one', () => {
  const codes = areaCodes()
  assert.ok(codes.length > 400)
  for (const [code, zone] of codes) {
    assert.match(code, /^[2-9]\d\d$/)
    assert.ok(isTimeZone(zone), zone)
  }
  const clocks = new Set(
    codes.map(([, zone]) => new Date(Date.UTC(2025, 6, 1)).toLocaleString('en-US', { timeZone: zone })),
  )
  for (const state of stateNames) {
    const here = new Date(Date.UTC(2025, 6, 1)).toLocaleString('en-US', { timeZone: zoneOf(state) ?? '' })
    assert.ok(clocks.has(here), `some number lives by the clock of ${state}`)
  }
})
