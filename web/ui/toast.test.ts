import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onFirstToast, type ShownToast, showToastsWith, toast } from './toast.ts'

test('toasts wait for the toaster, and the first one loads it', () => {
  let called = 0
  const stopWaiting = onFirstToast(() => {
    called += 1
  })
  toast({ title: 'Error', body: 'Failed to load events' })
  toast({ title: 'Event created' }, { duration: 1000 })
  assert.ok(called > 0)

  const shown: ShownToast[] = []
  const stop = showToastsWith((message) => shown.push(message))
  assert.deepEqual(shown, [
    { title: 'Error', body: 'Failed to load events', destructive: true },
    { title: 'Event created', duration: 1000, destructive: false },
  ])

  toast({ title: 'Event updated' })
  assert.equal(shown.length, 3)
  stop()
  stopWaiting()
})

test('a toast shown before the page is ready wakes the listener as soon as it registers', () => {
  toast({ title: 'Early' })
  let called = 0
  onFirstToast(() => {
    called += 1
  })()
  assert.equal(called, 1)
  showToastsWith(() => {})()
})
