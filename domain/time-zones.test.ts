import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCalendarZone, otherTimeZones, usTimeZones, zoneInList, zoneLabel } from './time-zones.ts'

test('every zone that is offered is one a calendar can live by, and offered once', () => {
  const offered = [...usTimeZones, ...otherTimeZones()]
  assert.ok(offered.length > 300)
  assert.equal(new Set(offered).size, offered.length)
  for (const zone of offered) assert.ok(isCalendarZone(zone), zone)
})

test('abbreviations, offsets and inventions are no zones', () => {
  for (const zone of ['', 'EST', 'Etc/GMT+5', '+05:00', 'America/Springfield', 'posix/America/New_York', 'localtime'])
    assert.ok(!isCalendarZone(zone), zone)
})

test('zones are named as people name them', () => {
  assert.equal(zoneLabel('America/New_York'), 'Eastern Time (New York)')
  assert.equal(zoneLabel('America/Indiana/Indianapolis'), 'Eastern Time (Indianapolis)')
  assert.equal(zoneLabel('America/Los_Angeles'), 'Pacific Time (Los Angeles)')
  assert.equal(zoneLabel('America/New_York', 'es-US'), 'Hora oriental (New York)')
  assert.equal(zoneLabel('UTC'), 'UTC')
  assert.equal(zoneLabel('No/Such_Place'), 'Such Place')
  for (const zone of usTimeZones) assert.ok(!zoneLabel(zone).includes('/'), zone)
  assert.equal(zoneInList('America/Argentina/Buenos_Aires'), 'Buenos Aires (America)')
  assert.equal(zoneInList('UTC'), 'UTC')
})
