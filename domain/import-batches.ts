// A list of contacts goes to the database in calls that are each whole or not at all.
import { IMPORT_BATCH, type ImportResult, type ListedContact } from './contact-import.ts'

/** PostgreSQL works on one call with one processor. */
const CALLS_AT_ONCE = 2

export type Judged = ListedContact & { result: ImportResult }
type Answer = { line: number; result: ImportResult }[]

/**
 * Sends a list in as many calls as it takes, and answers in its order. The first goes alone: what refuses it would refuse all, and
 * what a free account has left goes to those who stand first. After a failure no more are sent, and those on their way are waited for.
 */
export async function importInBatches(
  contacts: readonly ListedContact[],
  send: (batch: ListedContact[]) => Promise<Answer>,
  onProgress: (done: number) => void = () => {},
): Promise<Judged[]> {
  const judged: Judged[][] = []
  let next = 0
  let done = 0
  const sendNext = async () => {
    const place = next++
    const batch = contacts.slice(place * IMPORT_BATCH, next * IMPORT_BATCH)
    const answer = await send(batch)
    judged[place] = answer.map(({ line, result }) => ({ ...batch[line - 1]!, result }))
    done += batch.length
    onProgress(done)
  }
  const sendAll = async () => {
    while (next * IMPORT_BATCH < contacts.length) {
      try {
        await sendNext()
      } catch (error) {
        next = Number.POSITIVE_INFINITY
        throw error
      }
    }
  }
  if (contacts.length > 0) await sendNext()
  const calls = await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, sendAll))
  const failed = calls.find((call) => call.status === 'rejected')
  if (failed) throw failed.reason
  return judged.flat()
}
