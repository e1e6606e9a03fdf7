// Compares what carriers were handed with what was expected, event by event and contact by contact.
import { isAwake, whenAwake } from './expected.ts'
import type { ExpectedEvent } from './expected-events.ts'

export type Message = { address: string; text: string; at: number }

export type Counts = {
  days: number
  mailings: number
  /** Deliveries that were written down; those that had to lapse, because the day ends before their phone wakes up; and the rest, which left. */
  planned: number
  lapsed: number
  sent: number
  texts: number
  /** Messages to contacts who are notified the evening before. */
  evenings: number
  /** An event and a contact who must be notified of it. */
  pairs: number
  missed: number
  twice: number
  /** Not in the minute in which it was due. */
  atAnotherTime: number
  textsInTheNight: number
  /** What should come in one message came in several, or with something else. */
  torn: number
  /** Sent although it had to expire, or left in a state that is not final. */
  strange: number
}

export type Tally = {
  counts: Counts
  problems: string[]
  /** A day is over everywhere. Messages may be of the next day already. */
  day(expectedEvents: ExpectedEvent[], messages: Message[], states: Record<string, number>): void
  /** Messages left over were sent to the wrong contact. */
  end(): void
}

export const faults = ['missed', 'twice', 'atAnotherTime', 'textsInTheNight', 'torn', 'strange'] as const

export function createTally(): Tally {
  const problems: string[] = []
  const counts: Counts = {
    days: 0,
    mailings: 0,
    planned: 0,
    lapsed: 0,
    sent: 0,
    texts: 0,
    evenings: 0,
    pairs: 0,
    missed: 0,
    twice: 0,
    atAnotherTime: 0,
    textsInTheNight: 0,
    torn: 0,
    strange: 0,
  }
  const waiting = new Map<string, { message: Message; titles: Set<string> }[]>()

  return {
    counts,
    problems,
    day,
    end() {
      for (const key of waiting.keys()) fault('strange', `${key} was told`)
    },
  }

  function day(expectedEvents: ExpectedEvent[], messages: Message[], states: Record<string, number>) {
    counts.days++
    for (const message of messages) {
      const titles = new Set(message.text.match(/\be\d+x\b/g) ?? [])
      if (titles.size === 0) fault('strange', `nothing told to ${message.address}`)
      for (const title of titles) {
        const key = `${title} ${message.address}`
        waiting.set(key, [...(waiting.get(key) ?? []), { message, titles }])
      }
    }
    let left = 0
    for (const group of Object.values(Object.groupBy(expectedEvents, ({ calendar, due }) => `${calendar.id} ${due}`))) {
      const [{ calendar, due, midnight } = never()] = group ?? []
      left += person(group ?? [], calendar.email, due, null)
      for (const { number, zone } of calendar.phones) {
        const at = whenAwake(due, zone)
        left += person(group ?? [], number, at < midnight ? at : null, zone)
      }
    }
    const ahead = expectedEvents.filter(({ calendar }) => calendar.evening !== null)
    for (const group of Object.values(
      Object.groupBy(ahead, ({ calendar, dueBefore }) => `${calendar.id} ${dueBefore}`),
    )) {
      const [{ calendar, dueBefore } = never()] = group ?? []
      const told = person(group ?? [], calendar.evening ?? never(), dueBefore, null)
      counts.evenings += told
      left += told
    }
    ledger(left, states, expectedEvents[0]?.day ?? '')
  }

  /** Counts the messages to this contact: one, or none if the day or all of its events ended before. */
  function person(group: ExpectedEvent[], address: string, at: number | null, zone: string | null): number {
    const isOver = ({ end }: ExpectedEvent) => at === null || end <= at
    for (const { title } of group.filter(isOver)) {
      const key = `${title} ${address}`
      if (waiting.delete(key)) fault('strange', `${key} was told, and it was over`)
    }
    const titles = group.filter((event) => !isOver(event)).map(({ title }) => title)
    const seen = new Set<Message>()
    for (const title of titles) {
      const key = `${title} ${address}`
      const copies = waiting.get(key) ?? []
      waiting.delete(key)
      counts.pairs++
      if (copies.length !== 1) fault(copies.length === 0 ? 'missed' : 'twice', key)
      for (const { message, titles: told } of copies) {
        seen.add(message)
        if (message.at !== at) fault('atAnotherTime', `${key} at ${new Date(message.at).toISOString()}`)
        if (zone !== null && !isAwake(message.at, zone)) fault('textsInTheNight', key)
        if (told.size !== titles.length) fault('torn', `${key} with ${told.size - 1} others`)
      }
    }
    if (seen.size > 1) fault('torn', `${titles} to ${address} in ${seen.size}`)
    if (zone !== null) counts.texts += seen.size
    return seen.size
  }

  /** The rows must say the same as the carriers. */
  function ledger(left: number, states: Record<string, number>, day: string) {
    // Cancelled: all that a text was about ended while it waited for the morning.
    const { sent = 0, expired = 0, cancelled = 0, 'mailings finished': finished = 0, ...others } = states
    counts.mailings += finished
    counts.planned += sent + expired + cancelled
    counts.sent += sent
    counts.lapsed += expired + cancelled
    if (sent !== left) fault('strange', `${day}: ${sent} rows are sent, ${left} messages left`)
    for (const [state, count] of Object.entries(others)) fault('strange', `${day}: ${count} ${state}`)
  }

  function fault(kind: (typeof faults)[number], what: string) {
    counts[kind]++
    if (problems.length < 50) problems.push(`${kind}: ${what}`)
  }
}

function never(): never {
  throw new Error('a group has at least one')
}
