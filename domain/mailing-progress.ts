// How far a mailing is. Every screen that shows it asks here, so that they show the same numbers in the same words.
import { sentTexts } from './texts/sent-people.ts'

/** Messages of a mailing by what became of them. `planned` are still to go, `sent` have left. */
export interface MailingNumbers {
  state: string
  planned: number
  sent: number
  bounced: number
  failed: number
  uncertain: number
  /** To how many people messages left. Undefined where nobody counted. */
  sent_people?: number
}

export interface MailingProgress {
  isGoingOut: boolean
  /** How many messages have left. */
  sent: number
  /** How many could leave: all but those that were skipped. */
  total: number
}

export function mailingProgress({ state, planned, sent, ...rest }: MailingNumbers): MailingProgress {
  const isGoingOut = state === 'waiting' || (planned > 0 && state !== 'cancelled')
  return { isGoingOut, sent, total: sent + planned + rest.bounced + rest.failed + rest.uncertain }
}

/** "Going out: 12 of 52" counts messages; "Sent to 47 people", once it is done, counts people. */
export function progressWords(mailing: MailingNumbers): string {
  const { isGoingOut, sent, total } = mailingProgress(mailing)
  if (isGoingOut) return sentTexts.goingOut(sent, total)
  return mailing.sent_people ? sentTexts.sentTo(mailing.sent_people) : sentTexts.sentToNobody
}
