import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCalendarZone, otherTimeZones, usTimeZones, zoneLabel } from './time-zones.ts'

test('every zone that is offered is one a calendar can live by, and offered once', () => {
  const offered = [...usTimeZones, ...otherTimeZones()]
  assert.ok(offered.length > 300)
  assert.equal(new Set(offered).size, offered.length)
  for (const zone of offered) assert.ok(isCalendarZone(zone), zone)
})

test('abbreviations, offsets and inventions are no zones', () => {
  for (const zone of ['', 'EST', 'Etc/GMT+5', '+05:00', 'America/Springfield', 'posix/America/New_York', 'localtime'])
    assert.ok(!isCalendarZone(zone), zone)
  assert.equal(zoneLabel('America/New_York'), 'America/New York')
})
