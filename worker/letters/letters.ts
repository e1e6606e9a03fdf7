// The table of letters. A letter's name in the queue is its topic and its key: 'members/joined'.
import { account } from './account.ts'
import { follow } from './follow.ts'
import type { LetterKind } from './letter-kind.ts'
import { members } from './members.ts'
import { polls } from './polls.ts'
import { rsvps } from './rsvps.ts'
import { sending } from './sending.ts'
import { slots } from './slots.ts'
import { suggestions } from './suggestions.ts'
import { support } from './support.ts'

const topics: Record<string, Record<string, LetterKind>> = {
  account,
  follow,
  members,
  polls,
  rsvps,
  sending,
  slots,
  suggestions,
  support,
}

export function letterKind(letter: string): LetterKind {
  const [topic = '', name = ''] = letter.split('/')
  const kind = topics[topic]?.[name]
  if (!kind) throw new Error(`there is no letter ${letter}`)
  return kind
}

export const letterNames = Object.entries(topics).flatMap(([topic, kinds]) =>
  Object.keys(kinds).map((name) => `${topic}/${name}`),
)
