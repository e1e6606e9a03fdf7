// The rate limits of forms by which anybody can have a mail sent, in a calendar's name, to an address that they typed: following,
// answering who comes or what an event needs, suggesting an event.
import { mailboxOf } from '#domain/email-address.ts'
import { shareOf } from '#runtime/caller.ts'
import type { Limits, Take } from '#server/http/limits.ts'
import type { RateLimitName } from '#server/http/rate-limits.ts'

export type Door = 'follow' | 'answer' | 'suggestion'
export const doors: readonly Door[] = ['follow', 'answer', 'suggestion']

export type CalendarOwner = { owner_id: string; on_trial: boolean }
type About = { calendarId: string; network: string }

const code = 'over_email_send_rate_limit'

const texts: Record<Door, { mailbox: string; owner: string; calendar: string }> = {
  follow: {
    mailbox: "We've sent too many confirmation emails to this address. Please try again tomorrow.",
    owner: "This calendar can't take more followers today. Please try again tomorrow.",
    calendar: 'Many people are following this calendar right now. Please try again in an hour.',
  },
  answer: sameFor('Too many people are answering right now. Please try again later.'),
  suggestion: sameFor('Too many people are suggesting events right now. Please try again later.'),
}

function sameFor(says: string) {
  const mailbox = "We've sent too many emails to this address. Please try again tomorrow."
  return { mailbox, owner: says, calendar: says }
}

/** Names the limits of a door, the caller's first. */
export function limitsOf(door: Door): RateLimitName[] {
  const shared = [`${door}-owner`, `${door}-trial-owner`, `${door}-calendar`] as const
  return [`${door}-network`, 'unasked-mail', mailLimit(door), ...shared, 'unasked-mails']
}

const mailLimit = (door: Door) => (door === 'follow' ? 'confirmation-mail' : (`${door}-mail` as const))

/** One customer can have 65,536 IPv6 networks: together they have three times what one has. */
export function networkTakes(door: Door, network: string): Take[] {
  const name = `${door}-network` as const
  const customer = shareOf(network)
  return [{ name, of: network }, ...(customer === network ? [] : [{ name, of: customer, times: 3 }])]
}

/** Limits the mails to one person: of all doors together, and of this one. */
export function mailboxTakes(door: Door, email: string): Take[] {
  const of = mailboxOf(email)
  const says = texts[door].mailbox
  return [
    { name: 'unasked-mail', of, code, says },
    { name: mailLimit(door), of, code, says },
  ]
}

/** What everybody shares who writes to one calendar, or to one owner. */
export function sharedTakes(
  door: Door,
  calendarId: string,
  { owner_id: owner, on_trial: onTrial }: CalendarOwner,
): Take[] {
  return [
    {
      name: onTrial ? (`${door}-trial-owner` as const) : (`${door}-owner` as const),
      of: owner,
      code,
      says: texts[door].owner,
    },
    { name: `${door}-calendar`, of: calendarId.toLowerCase(), code, says: texts[door].calendar },
  ]
}

/** One customer's part of that: nobody shuts a calendar's forms for its neighbors. */
export function ownPart(shared: Take[], network: string): Take[] {
  return shared.map((take) => ({ ...take, of: `${take.of} ${shareOf(network)}`, times: 1 / 5 }))
}

/** Refuses no one: it only makes puzzles harder for everyone. */
export const unaskedMails: Take = { name: 'unasked-mails', of: 'everybody', unlimited: true }

/** In an order that all doors share, so that no two of them deadlock: mailbox, own part, owner, calendar, everyone. */
export function mailTakes(
  door: Door,
  owner: CalendarOwner,
  { calendarId, email, network }: About & { email: string },
): Take[] {
  const shared = sharedTakes(door, calendarId, owner)
  return [...mailboxTakes(door, email), ...ownPart(shared, network), ...shared, unaskedMails]
}

/** A request whose link was used: its mail was asked for after all. */
export type Confirmed = CalendarOwner & { calendar_id: string; email: string; created_at: Date }

/**
 * Gives back what requests took that made one mail together, so that real visitors shut no form for others. Their network's own part stays
 * taken. After the transaction that confirms, and once for each request.
 */
export async function giveBack(limits: Limits, door: Door, requests: Confirmed[]): Promise<void> {
  const [first] = requests
  if (!first) return
  await limits.giveBack(first.created_at, ...mailboxTakes(door, first.email), unaskedMails)
  for (const { calendar_id: calendarId, created_at: takenAt, ...owner } of requests)
    await limits.giveBack(takenAt, ...sharedTakes(door, calendarId, owner))
}
