// What an organizer writes to those who answered or signed up for an event.
import * as z from 'zod'
import { EVENT_MESSAGE_MAX } from './limits.ts'
import { requiredText } from './text-rules.ts'
import { eventMessageTexts } from './texts/event-messages.ts'

export const eventMessageForm = z.object({
  message: requiredText({
    max: EVENT_MESSAGE_MAX,
    label: eventMessageTexts.message,
    required: eventMessageTexts.required,
    severalLines: true,
  }),
})
