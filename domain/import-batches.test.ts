import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { IMPORT_BATCH, type ListedContact } from './contact-import.ts'
import { type Answer, importInBatches } from './import-batches.ts'

const list = (length: number): ListedContact[] =>
  Array.from({ length }, (_, n) => ({ contact_type: 'email', contact_value: `n${n}@town.example` }))

type Call = { first: string; answer(): void; refuse(error: Error): void }

/** A server that answers when it is told to: the second of each batch is there already. */
function slowServer() {
  const calls: Call[] = []
  const send = (batch: ListedContact[]) =>
    new Promise<Answer>((resolve, refuse) => {
      const answer = () => resolve(batch.length > 1 ? [{ line: 2, result: 'duplicate' }] : [])
      calls.push({ first: batch[0]!.contact_value, answer, refuse })
    })
  return { calls, send }
}

test('the first batch goes alone, then two at a time, and who was not added is told in the order of the list', async () => {
  const { calls, send } = slowServer()
  const contacts = list(3 * IMPORT_BATCH + 1)
  const seen: number[] = []
  const importing = importInBatches(contacts, send, (done) => seen.push(done))
  await turn()
  assert.equal(calls.length, 1)
  calls[0]!.answer()
  await turn()
  assert.equal(calls.length, 3)
  calls[2]!.answer()
  await turn()
  assert.equal(calls.length, 4)
  for (const at of [3, 1]) calls[at]!.answer()
  const { counts, notAdded } = await importing
  assert.deepEqual(counts, { added: 3 * IMPORT_BATCH - 2, duplicate: 3, opted_out: 0, over_limit: 0, invalid: 0 })
  assert.deepEqual(
    notAdded,
    [0, 1, 2].map((batch) => ({ ...contacts[batch * IMPORT_BATCH + 1]!, result: 'duplicate' })),
  )
  assert.deepEqual(
    seen,
    [1, 2, 2, 3].map((batches, at) => batches * IMPORT_BATCH + (at > 1 ? 1 : 0)),
  )
})

test('a batch is read when it is its turn', async () => {
  const { calls, send } = slowServer()
  let read = 0
  function* counted() {
    for (const contact of list(9 * IMPORT_BATCH)) {
      read++
      yield contact
    }
  }
  const importing = importInBatches(counted(), send)
  assert.equal(read, IMPORT_BATCH)
  calls[0]!.refuse(new Error('away'))
  await assert.rejects(importing, /away/)
  assert.equal(read, IMPORT_BATCH)
})

test('after a failure no batch is sent, and it is told once those on their way are answered', async () => {
  const { calls, send } = slowServer()
  let over = false
  const importing = importInBatches(list(9 * IMPORT_BATCH), send).finally(() => {
    over = true
  })
  calls[0]!.answer()
  await turn()
  calls[1]!.refuse(new Error('away'))
  await turn()
  assert.equal(over, false)
  calls[2]!.answer()
  await assert.rejects(importing, /away/)
  assert.equal(calls.length, 3)
})

test('an empty list is not sent', async () => {
  assert.deepEqual((await importInBatches([], () => assert.fail('sent'))).notAdded, [])
})
