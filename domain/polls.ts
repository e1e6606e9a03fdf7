// Polls for a date. The forms, the page behind the link and the server read them the same way.
import * as z from 'zod'
import { endTime, eventDay, startTime } from './event-times.ts'
import { eventRules } from './events.ts'
import { answerEmail, answerName, type LinkedAnswer } from './linked.ts'
import { pollTexts } from './texts/polls.ts'

/** Times that one poll proposes: a check in the database. */
export const POLL_TIMES_MAX = 10
/** Polls of a calendar that are open at once: private.poll_limit(). */
export const POLLS_OPEN_MAX = 10

export type PollChoice = 'yes' | 'maybe' | 'no'

/** One for each time, in their order. A form names its groups of radios by numbers. */
const choices = z.preprocess(
  (given) => (Array.isArray(given) ? given : Object.values(given ?? {})),
  z
    .array(z.enum(['yes', 'maybe', 'no'], pollTexts.choose), pollTexts.choose)
    .min(1, pollTexts.choose)
    .max(POLL_TIMES_MAX, pollTexts.choose),
)

/** On the poll's page. */
export const pollAnswerForm = z.object({ name: answerName, email: answerEmail, choices })

/** The form behind the link of a mail. */
export const linkedPollForm = z.object({ name: answerName, choices })

/** What a member answers. */
export const memberPollForm = z.object({ choices })

const { title, description, location_name } = eventRules

/** Makes a list of times of a form's columns: day, start and end by number. */
function timesOf(given: unknown): unknown {
  const { day, start, end, ...more } = given as Record<'day' | 'start' | 'end', Record<string, unknown>>
  return { ...more, times: Object.keys(day).map((at) => ({ day: day[at], start: start[at], end: end[at] })) }
}

/** What an admin proposes, on the calendar's clock. */
export const proposalForm = z.preprocess(
  timesOf,
  z.object({
    title,
    description,
    location_name,
    times: z
      .array(
        z
          .object({ day: eventDay, start: startTime, end: endTime })
          .refine(({ start, end }) => end > start, { error: pollTexts.endBeforeStart, path: ['end'] }),
      )
      .min(1, pollTexts.howMany)
      .max(POLL_TIMES_MAX, pollTexts.howMany),
  }),
)

/** A poll as visitors see it. */
export interface Poll {
  id: string
  title: string
  description: string | null
  location_name: string | null
  starts: string[]
  ends: string[]
  is_open: boolean
  event_id: string | null
  answered: number
  yes: number[]
  maybe: number[]
}

/** What the holder of a link sees. */
export interface LinkedPoll extends LinkedAnswer {
  poll: Pick<Poll, 'id' | 'title' | 'description' | 'location_name' | 'starts' | 'ends' | 'answered' | 'yes' | 'maybe'>
  choices: PollChoice[]
  is_confirmed: boolean
  is_open: boolean
}
