import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zoneByAreaCode } from './area-codes.ts'
import { isTimeZone } from './dates.ts'
import { stateNames, zoneOf } from './places.ts'

test('an area code has the time zone of its place', () => {
  assert.equal(zoneByAreaCode.get('512'), 'America/Chicago')
  assert.equal(zoneByAreaCode.get('808'), 'Pacific/Honolulu')
  assert.equal(zoneByAreaCode.get('602'), 'America/Phoenix')
  assert.equal(zoneByAreaCode.get('212'), 'America/New_York')
})

test('toll-free codes have no time zone', () => {
  for (const code of ['800', '833', '888']) assert.ok(!zoneByAreaCode.has(code), code)
})

test('every code has three digits and a time zone that exists', () => {
  const codes = [...zoneByAreaCode]
  assert.ok(codes.length > 400)
  for (const [code, zone] of codes) {
    assert.match(code, /^[2-9]\d\d$/)
    assert.ok(isTimeZone(zone), zone)
  }
  const times = new Set(
    codes.map(([, zone]) => new Date(Date.UTC(2025, 6, 1)).toLocaleString('en-US', { timeZone: zone })),
  )
  for (const state of stateNames) {
    const here = new Date(Date.UTC(2025, 6, 1)).toLocaleString('en-US', { timeZone: zoneOf(state) ?? '' })
    assert.ok(times.has(here), `some number has the time of ${state}`)
  }
})
