// Sends a list of contacts to the database in calls. Each call is one transaction.
import { IMPORT_BATCH, type ImportResult, type ListedContact } from './contact-import.ts'

/** PostgreSQL uses one core per call. More calls would take connections from others: the server has four. */
const CALLS_AT_ONCE = 2

/** `notAdded` is in the order of the list. */
export type Imported = {
  counts: Record<ImportResult, number>
  notAdded: (ListedContact & { result: NotAdded })[]
}
type NotAdded = Exclude<ImportResult, 'added'>
/** Results by line, counted from 1. Lines without a result were added. */
export type Answer = { line: number; result: NotAdded }[]

/**
 * Sends a list in batches, each read when it is sent. The first goes alone: an error would concern all, and the contacts that a
 * trial account may still add go to the first of the list. After a failure no more are sent, and running calls are awaited.
 */
export async function importInBatches(
  contacts: Iterable<ListedContact>,
  send: (batch: ListedContact[]) => Promise<Answer>,
  onProgress: (done: number) => void = () => {},
): Promise<Imported> {
  const batches = inBatches(contacts)
  const counts = { added: 0, duplicate: 0, opted_out: 0, over_limit: 0, invalid: 0 }
  const notAdded: Imported['notAdded'][] = []
  let sent = 0
  let done = 0
  const sendNext = async (): Promise<boolean> => {
    const { value: batch } = batches.next()
    if (!batch) return false
    const place = sent++
    const answer = await send(batch)
    notAdded[place] = answer.map(({ line, result }) => ({ ...batch[line - 1]!, result }))
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
  return { counts, notAdded: notAdded.flat() }
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
