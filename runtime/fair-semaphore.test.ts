import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#domain/errors.ts'
import { createAllowance, createFairSemaphore, type FairOptions } from './fair-semaphore.ts'

/** Tasks that end when they are told to, and the order in which they began. */
function open(options: FairOptions) {
  const semaphore = createFairSemaphore(options)
  const began: string[] = []
  const end = new Map<string, () => void>()
  const add = (key: string, name = key) => {
    const done = semaphore.run(key, () => {
      began.push(name)
      return new Promise<void>((resolve) => end.set(name, resolve))
    })
    // Some are refused on purpose, and some never end.
    done.catch(() => {})
    return done
  }
  return {
    semaphore,
    began,
    add,
    async finish(...names: string[]) {
      for (const name of names) {
        end.get(name)?.()
        await turn()
      }
    },
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('those who wait are served in turn by key, however many each has sent', async () => {
  const { add, began, finish } = open({ places: 1, perKey: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) add(name.slice(0, 1), name)
  await turn()
  await finish('a1', 'a2', 'b1', 'c1', 'a3', 'b2')
  assert.deepEqual(began, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('the people behind one key are served in turn too, and no one of them fills its queue', async () => {
  const semaphore = createFairSemaphore({ places: 1, perKey: 1, waiting: 6, waitingPerPerson: 3 })
  const began: string[] = []
  const add = (name: string) => semaphore.run('a', async () => void began.push(name), name.slice(0, 1))
  const all = await Promise.allSettled(['x1', 'x2', 'x3', 'x4', 'x5', 'y1', 'y2', 'z1', 'z2'].map(add))
  const refused = all.flatMap((one, at) => (one.status === 'rejected' ? at : []))
  assert.deepEqual(refused, [4, 8], 'x5, for its person has three waiting; z2, for six wait')
  assert.deepEqual(began, ['x1', 'y1', 'z1', 'x2', 'y2', 'x3', 'x4'])
})

test('one key never takes all places', async () => {
  const { add, began, finish } = open({ places: 3, perKey: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name)
  add('b')
  await turn()
  assert.deepEqual(began, ['a1', 'a2', 'b'])
  await finish('b')
  assert.deepEqual(began, ['a1', 'a2', 'b'], 'a free place stays free')
  await finish('a1')
  assert.deepEqual(began, ['a1', 'a2', 'b', 'a3'])
})

test('a key that used up its share waits, while others pass', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let at = 0
  const now = () => at
  const allowance = createAllowance({ share: 0.5, burstMs: 100, now })
  const { add, began, finish } = open({ places: 2, perKey: 1, allowance, now })
  add('a', 'slow')
  at += 600
  await finish('slow')
  add('a', 'after')
  add('b')
  await turn()
  assert.deepEqual(began, ['slow', 'b'])
  // 600 ms were used, 100 are free, half a ms is given back each ms.
  at += 990
  t.mock.timers.tick(990)
  await turn()
  assert.deepEqual(began, ['slow', 'b'])
  at += 20
  t.mock.timers.tick(20)
  await turn()
  assert.deepEqual(began, ['slow', 'b', 'after'])
})

test('what a key did elsewhere uses up an allowance that both have', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let at = 0
  const now = () => at
  const allowance = createAllowance({ share: 0.5, burstMs: 100, now })
  const [pages, feeds] = [
    open({ places: 2, perKey: 1, allowance, now }),
    open({ places: 2, perKey: 1, allowance, now }),
  ]
  pages.add('a', 'slow page')
  at += 600
  await pages.finish('slow page')
  feeds.add('a', 'feed')
  feeds.add('b', 'feed of another')
  await turn()
  assert.deepEqual(feeds.began, ['feed of another'])
  at += 1010
  t.mock.timers.tick(1010)
  await turn()
  assert.deepEqual(feeds.began, ['feed of another', 'feed'])
})

test('too many of one key get 429 at once, and another key still waits its turn', async () => {
  const { add, began, finish } = open({ places: 1, perKey: 1, waiting: 2 })
  for (const name of ['a1', 'a2', 'a3']) add('a', name)
  await assert.rejects(add('a', 'a4'), refusal(429, 'over_request_rate_limit'))
  add('b')
  await finish('a1', 'a2')
  assert.deepEqual(began, ['a1', 'a2', 'b'])
})

test('a wait that is too long ends: with 429 behind own tasks, with 503 behind others', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { add, semaphore, began, finish } = open({ places: 1, perKey: 1, waitMs: 1000 })
  add('a', 'a1')
  const [own, other] = [add('a', 'a2'), add('b')]
  t.mock.timers.tick(1001)
  await assert.rejects(own, refusal(429, 'over_request_rate_limit'))
  await assert.rejects(other, refusal(503, 'unavailable'))
  assert.equal(semaphore.waiting(), 0)
  add('b', 'later')
  await finish('a1')
  assert.deepEqual(began, ['a1', 'later'])
})

test('work that fails gives its place back, and work of no key never waits', async () => {
  const semaphore = createFairSemaphore({ places: 1, perKey: 1 })
  const failed = semaphore.run('a', () => Promise.reject(new Error('broken')))
  await assert.rejects(failed, /broken/)
  const held = semaphore.run('a', async () => semaphore.run('', async () => 'at once'))
  assert.equal(await held, 'at once')
})

function refusal(status: number, code: string) {
  return (error: unknown) => {
    assert.ok(error instanceof AppError)
    assert.deepEqual([error.status, error.code, (error.retryAfter ?? 0) > 0], [status, code, true])
    return true
  }
}
