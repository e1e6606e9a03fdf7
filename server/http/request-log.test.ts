import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testLog } from '#testing/log.ts'
import { logRequest, withoutSecrets } from './request-log.ts'

test('probes that succeed are not logged, and those that fail are', () => {
  const logged: string[] = []
  const log = testLog('info', logged)
  for (const path of ['/health', '/ready', '/metrics', '/'])
    for (const status of [200, 503]) logRequest(log, { id: 'a', method: 'GET', path, status, ms: 1 })
  const paths = logged.map((line) => JSON.parse(line)).map(({ path, status }) => `${path} ${status}`)
  assert.deepEqual(paths, ['/health 503', '/ready 503', '/metrics 503', '/ 200', '/ 503'])
})

test('a path is logged without keys and personal data', () => {
  const id = '3f3af1ec-ebbd-4410-8b41-7ec0d27bbfcb'
  for (const path of [
    '/rest/v1/calendar_members',
    `/calendar/${id}`,
    `/calendar/${id}/events/${id}.ics`,
    '/assets/x-Ab1.js',
  ])
    assert.equal(withoutSecrets(path), path)
  for (const [path, logged] of [
    ['/invite/abc', '/invite/…'],
    ['//FEED/abc.ics', '/FEED/…'],
    ['/calendar/ann@example.org/x', '/calendar/…/x'],
    ['/calendar/ann%40example.org', '/calendar/…'],
    ['/webhooks/+15125550123', '/webhooks/…'],
    [`/confirm/${'a'.repeat(43)}`, '/confirm/…'],
    ['/a'.repeat(500), '/a'.repeat(100)],
  ] as const)
    assert.equal(withoutSecrets(path), logged)
})
