import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingReleases } from './postgres-versions.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)

test('a server lacks the minor releases that came out since its own, and those of the calendar after that', () => {
  const cases: [number, string, number][] = [
    [180_004, '2026-11-19', 2],
    [180_006, '2026-11-19', 0],
    // The second Thursday of February 2027 is the 11th, and packages may take a week.
    [180_006, '2027-02-12', 0],
    [180_006, '2027-02-18', 1],
    [180_006, '2027-05-20', 2],
    [180_009, '2027-05-21', 0],
    // The last of 15 comes in November 2027.
    [150_020, '2030-01-01', 4],
    [150_018, '2026-11-19', 2],
    [190_000, '2030-01-01', 0],
  ]
  for (const [version, day, missing] of cases)
    assert.equal(missingReleases(version, at(day)), missing, `${version} ${day}`)
})
