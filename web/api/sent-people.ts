import type { Clients } from './clients.ts'
import { dataOf } from './request-errors.ts'

/** Reads to how many people a mailing left. Not part of the list of mailings, which would count the people of each. */
export async function readSentPeople(rest: Clients['rest'], mailingId: string, signal: AbortSignal): Promise<number> {
  const read = rest.from('mailings').select('sent_people').eq('id', mailingId).abortSignal(signal).maybeSingle()
  return (await dataOf<{ sent_people: number } | null>(read))?.sent_people ?? 0
}
