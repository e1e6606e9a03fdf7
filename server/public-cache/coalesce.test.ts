import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coalesceByKey } from './coalesce.ts'

test('calls during a lookup share the next one, and no result is older than its call', async () => {
  let value = 1
  const asked: string[][] = []
  const open: (() => void)[] = []
  const ask = coalesceByKey(async (keys) => {
    asked.push(keys)
    const seen = value
    await new Promise<void>((resolve) => open.push(resolve))
    return new Map(keys.map((key) => [key, seen]))
  })
  const isUnderWay = async (count: number) => {
    while (open.length < count) await new Promise(setImmediate)
  }
  const first = ask('a')
  await isUnderWay(1)
  value = 2
  const later = [ask('a'), ask('b'), ask('b')]
  open[0]?.()
  assert.equal(await first, 1)
  await isUnderWay(2)
  open[1]?.()
  assert.deepEqual(await Promise.all(later), [2, 2, 2])
  assert.deepEqual(asked, [['a'], ['a', 'b']])
})

test('a missing row is null, and a failure reaches the callers of one lookup only', async () => {
  let fails = true
  const ask = coalesceByKey<number>(async () => {
    if (fails) throw new Error('away')
    return new Map()
  })
  await assert.rejects(ask('a'), /away/)
  fails = false
  assert.equal(await ask('a'), null)
})
