// Deals the files of this folder to two processes that take about as long: some-files.ts and other-files.ts.
import { inOneProcess } from '#testing/one-process.ts'

/** What the longest take, in seconds on two cores beside another step. One that is missing counts as thirty; a wrong number costs only balance. */
const seconds = {
  'accessibility.test.ts': 220,
  'messages.test.ts': 220,
  'pages.test.ts': 130,
  'mailings.test.ts': 100,
  'edit-and-delete.test.ts': 70,
  'import-events.test.ts': 60,
  'members.test.ts': 60,
  'follow.test.ts': 60,
  'repeats.test.ts': 40,
  'polls.test.ts': 15,
  'programs.test.ts': 15,
  'slots.test.ts': 18,
  'towns.test.ts': 15,
}

export function lane(hand: 0 | 1): void {
  inOneProcess(import.meta.dirname, { hand, hands: 2, seconds })
}
