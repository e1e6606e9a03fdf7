// A list of contacts goes to the database in calls that are each whole or not at all.
import { IMPORT_BATCH, type ImportResult, type ListedContact } from './contact-import.ts'

/** PostgreSQL works on one call with one processor. More take from everybody else what they gain: the server has four connections. */
const CALLS_AT_ONCE = 2

/** Those who were not added are told in the order of the list. */
export type Imported = {
  counts: Record<ImportResult, number>
  left: (ListedContact & { result: Left })[]
}
type Left = Exclude<ImportResult, 'added'>
/** By line, from 1. Who is not told of was added. */
export type Answer = { line: number; result: Left }[]

/**
 * Sends a list in as many calls as it takes, each read when it is its turn. The first goes alone: what refuses it would refuse all, and
 * what a free account has left goes to those who stand first. After a failure no more are sent, and those on their way are waited for.
 */
export async function importInBatches(
  contacts: Iterable<ListedContact>,
  send: (batch: ListedContact[]) => Promise<Answer>,
  onProgress: (done: number) => void = () => {},
): Promise<Imported> {
  const batches = inBatches(contacts)
  const counts = { added: 0, duplicate: 0, opted_out: 0, over_limit: 0, invalid: 0 }
  const left: Imported['left'][] = []
  let sent = 0
  let done = 0
  const sendNext = async (): Promise<boolean> => {
    const { value: batch } = batches.next()
    if (!batch) return false
    const place = sent++
    const answer = await send(batch)
    left[place] = answer.map(({ line, result }) => ({ ...batch[line - 1]!, result }))
    counts.added += batch.length - answer.length
    for (const { result } of answer) counts[result]++
    done += batch.length
    onProgress(done)
    return true
  }
  const sendAll = async () => {
    try {
      while (await sendNext());
    } catch (error) {
      batches.return()
      throw error
    }
  }
  await sendNext()
  const calls = await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, sendAll))
  const failed = calls.find((call) => call.status === 'rejected')
  if (failed) throw failed.reason
  return { counts, left: left.flat() }
}

function* inBatches(contacts: Iterable<ListedContact>): Generator<ListedContact[], void> {
  let batch: ListedContact[] = []
  for (const contact of contacts) {
    batch.push(contact)
    if (batch.length < IMPORT_BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
