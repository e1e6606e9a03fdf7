import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testLog } from '#testing/log.ts'
import type { Claimed, Mailing, Settlement } from '#worker/sending/ledger.ts'
import { sendInBatches } from '#worker/sending/send-batches.ts'
import type { Sending } from '#worker/sending/sending.ts'

const mailing: Mailing = { id: 'mailing', calendarId: 'calendar', channel: 'email' }

test('the next batch is claimed while the last mails of this one leave, and no connection waits for it', async () => {
  const { sending, heard } = desk(130)
  await sendInBatches(sending, mailing, {
    batch: 50,
    content: async () => 'words',
    send: async ({ id }) => {
      heard.push(id)
      await new Promise(setImmediate)
    },
  })
  const claims = heard.flatMap((what, at) => (what.startsWith('claim') ? [`${what} before ${heard[at + 1]}`] : []))
  // Few at first, so that something leaves soon.
  assert.deepEqual(claims, [
    'claim 10 before claim 50',
    'claim 50 before 0',
    'claim 50 before 50',
    'claim 50 before 100',
    'claim 50 before 120',
  ])
  assert.equal(heard.length - claims.length, 130)
})

test('a batch claimed ahead is returned when sending stops', async () => {
  const { sending, heard, settled, stop } = desk(130)
  await sendInBatches(sending, mailing, {
    batch: 50,
    content: async () => 'words',
    send: async ({ id }) => {
      heard.push(id)
      await new Promise(setImmediate)
      if (id === '5') stop()
    },
  })
  assert.equal(heard.at(-1), '5')
  assert.deepEqual(
    settled.map(({ row }) => row.id),
    Array.from({ length: 54 }, (_, at) => String(at + 6)),
  )
  for (const { outcome } of settled) assert.deepEqual(outcome, { state: 'planned', refused: true, unused: true })
})

/** A sending part without a database, with so many deliveries waiting. */
function desk(waiting: number) {
  const heard: string[] = []
  const settled: { row: Claimed; outcome: Settlement }[] = []
  let stopping = false
  let next = 0
  const ledger = {
    claim: async (_: Mailing, count: number) => {
      heard.push(`claim ${count}`)
      const rows = Array.from({ length: Math.min(count, waiting - next) }, (_, at) => ({ id: String(next + at) }))
      next += rows.length
      return rows
    },
    settle: (row: Claimed, outcome: Settlement) => settled.push({ row, outcome }),
    flushed: async () => {},
  }
  const sending = {
    ledger,
    progress: { announce: () => {} },
    position: { advance: async () => {} },
    log: testLog('error', []),
    isStopping: () => stopping,
    restUntil: { email: 0, sms: 0, push: 0 },
  } as unknown as Sending
  const stop = () => {
    stopping = true
  }
  return { sending, heard, settled, stop }
}
