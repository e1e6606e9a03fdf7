// Inviting another calendar to host an event.

import * as z from 'zod'
import { calendarNumber } from './calendar-number.ts'
import { cohostTexts } from './texts/cohosts.ts'

export const cohostForm = z.object({
  number: z.string().transform((text, context) => {
    const number = calendarNumber(text)
    if (number !== null) return number
    context.addIssue({ code: 'custom', message: cohostTexts.badNumber, input: text })
    return z.NEVER
  }),
})
