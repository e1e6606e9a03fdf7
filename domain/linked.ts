// What everything has in common that people answer by a mailed link, without an account.
import * as z from 'zod'
import { emailAddressWith } from './email-address.ts'
import { ANSWER_NAME_MAX } from './limits.ts'
import type { EventStatus } from './statuses.ts'
import { requiredText } from './text-rules.ts'
import { followTexts } from './texts/follow.ts'
import { linkedTexts } from './texts/linked.ts'

export const answerName = requiredText({
  max: ANSWER_NAME_MAX,
  label: linkedTexts.name,
  required: linkedTexts.nameRequired,
})

export const answerEmail = emailAddressWith(followTexts.invalidEmail.body)

export const linkedTokenText = z
  .string(linkedTexts.invalidLink)
  .min(1, linkedTexts.invalidLink)
  .max(500, linkedTexts.invalidLink)

export interface LinkedCalendar {
  id: string
  name: string
  time_zone: string
  is_public: boolean
}

export interface LinkedEvent {
  id: string
  title: string
  start_time: string
  end_time: string
  all_day: boolean
  location: string | null
  location_name: string | null
  status: EventStatus
}

/** What every holder of a link sees. */
export interface LinkedAnswer {
  calendar: LinkedCalendar
  name: string
  email: string
}
