// Events that visitors suggest. The form, the page behind the link and the server read them the same way.
import * as z from 'zod'
import { type EventTimes, endTime, eventDay, startTime, timeProblem } from './event-times.ts'
import { eventRules } from './events.ts'
import { SUGGESTION_REASON_MAX } from './limits.ts'
import { answerEmail, answerName, type LinkedAnswer } from './linked.ts'
import { optionalText } from './text-rules.ts'
import { eventProblemTexts } from './texts/events.ts'
import { suggestionTexts } from './texts/suggestions.ts'

const { title, description, location_name, location, link_url } = eventRules

const fields = {
  title,
  description,
  location_name,
  location,
  link_url,
  day: eventDay,
  start: startTime,
  end_day: eventDay,
  end: endTime,
  all_day: z.boolean().default(false),
  name: answerName,
}

/** The form behind the link of a mail. */
export const linkedSuggestionForm = withTimes(fields)

/** On the calendar's page. */
export const suggestionForm = suggestionFormWith({})

export function suggestionFormWith<More extends z.ZodRawShape>(more: More) {
  return withTimes({ ...fields, email: answerEmail, ...more })
}

function withTimes<Shape extends typeof fields>(shape: Shape) {
  const problemOf = ({ day, start, end_day, end, all_day }: EventTimes) =>
    timeProblem({ day, startTime: start, endDay: end_day, endTime: end, allDay: all_day })
  return z
    .object(shape)
    .refine((form) => problemOf(form as unknown as EventTimes) !== 'invalidTime', {
      error: eventProblemTexts.invalidTime.body,
      path: ['end'],
    })
    .refine((form) => problemOf(form as unknown as EventTimes) !== 'tooLong', {
      error: eventProblemTexts.tooLong.body,
      path: ['end_day'],
    })
}

export const declineForm = z.object({
  reason: optionalText({ max: SUGGESTION_REASON_MAX, label: suggestionTexts.reason, severalLines: true }),
})

export const suggestionStates = ['unconfirmed', 'pending', 'accepted', 'declined'] as const

export type SuggestionState = (typeof suggestionStates)[number]

/** What is suggested: the event's texts and its times on the calendar's clock. */
export interface SuggestedEvent extends EventTimes {
  title: string
  description: string | null
  location_name: string | null
  location: string | null
  link_url: string | null
}

/** What the holder of a link sees. */
export interface LinkedSuggestion extends SuggestedEvent, LinkedAnswer {
  state: SuggestionState
  /** Why it was declined. */
  reason: string | null
  /** The event it became, while it is on the calendar. */
  event_id: string | null
  /** Whether the calendar takes suggestions. */
  is_open: boolean
  /** Whether it would change an event that is over or deleted. */
  is_gone: boolean
}
