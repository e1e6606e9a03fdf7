import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { IMPORT_BATCH, type ListedContact } from './contact-import.ts'
import { importInBatches } from './import-batches.ts'

const list = (length: number): ListedContact[] =>
  Array.from({ length }, (_, n) => ({ contact_type: 'email', contact_value: `n${n}@town.example` }))

type Call = { first: string; answer(): void; refuse(error: Error): void }

/** A server that answers when it is told to. */
function slowServer() {
  const calls: Call[] = []
  const send = (batch: ListedContact[]) =>
    new Promise<{ line: number; result: 'added' }[]>((resolve, refuse) => {
      const answer = () => resolve(batch.map((_, at) => ({ line: at + 1, result: 'added' })))
      calls.push({ first: batch[0]!.contact_value, answer, refuse })
    })
  return { calls, send }
}

test('the first batch goes alone, then two at a time, and the answer has the order of the list', async () => {
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
  calls[3]!.answer()
  calls[1]!.answer()
  assert.deepEqual(
    await importing,
    contacts.map((contact) => ({ ...contact, result: 'added' })),
  )
  assert.deepEqual(
    seen,
    [1, 2, 2, 3].map((batches, at) => batches * IMPORT_BATCH + (at > 1 ? 1 : 0)),
  )
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
  assert.deepEqual(await importInBatches([], () => assert.fail('sent')), [])
})
