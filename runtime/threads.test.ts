import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '#domain/durations.ts'
import { createThreads, ThreadLimit } from './threads.ts'

const source = `
  import { parentPort } from 'node:worker_threads'
  let count = 0
  parentPort.on('message', ({ what }) => {
    if (what === 'forever') for (;;);
    if (what === 'memory') for (const all = []; ; ) all.push(new Array(1000).fill({ ...all }))
    if (what === 'throw') throw new TypeError('broken')
    if (what === 'environment') return parentPort.postMessage(Object.keys(process.env))
    parentPort.postMessage(++count)
  })`
const entry = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
const open = (limitMs = seconds(60)) => createThreads({ entry, atOnce: 1, heapMb: 32, limitMs })

test('a thread answers one after the other, is used again, and has no environment', async () => {
  const threads = open()
  const [one, two] = await Promise.all([
    threads.run(async (ask) => [await ask({}), await ask({})]),
    threads.run((ask) => ask({})),
  ])
  assert.deepEqual([one, two], [[1, 2], 3])
  assert.deepEqual(await threads.run((ask) => ask({ what: 'environment' })), [])
})

test('a thread that runs out of time, memory or luck ends, and the next one answers', async () => {
  const slow = open(seconds(2))
  await assert.rejects(
    slow.run((ask) => ask({ what: 'forever' })),
    ThreadLimit,
  )
  const threads = open()
  await assert.rejects(
    threads.run((ask) => ask({ what: 'memory' })),
    ThreadLimit,
  )
  await assert.rejects(
    threads.run((ask) => ask({ what: 'throw' })),
    TypeError,
  )
  assert.equal(await threads.run((ask) => ask({})), 1)
  await assert.rejects(
    threads.run(() => Promise.reject(new Error('mine'))),
    /mine/,
  )
  assert.equal(await threads.run((ask) => ask({})), 2, 'an error of its caller does not end it')
})
