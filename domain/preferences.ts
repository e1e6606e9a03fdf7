// The rules of what a recipient may choose: categories, channels, timing and a pause.
import * as z from 'zod'
import { eventCategories } from './categories.ts'
import { addDays, isDay } from './dates.ts'
import { languages } from './languages.ts'
import { PAUSE_DAYS_MAX } from './limits.ts'
import { timings } from './recipient-choices.ts'
import { preferenceTexts } from './texts/preferences.ts'

export const preferencesToken = z
  .string(preferenceTexts.invalidLink)
  .min(1, preferenceTexts.invalidLink)
  .max(600, preferenceTexts.invalidLink)

export const choiceForm = z
  .object(
    {
      email: z.boolean(preferenceTexts.noChannel).nullable(),
      sms: z.boolean(preferenceTexts.noChannel).nullable(),
      categories: z
        .array(z.enum(eventCategories, preferenceTexts.noCategory), preferenceTexts.noCategory)
        .min(1, preferenceTexts.noCategory)
        .max(10, preferenceTexts.noCategory),
      timing: z.enum(timings, preferenceTexts.noTiming),
      paused_until: z.string(preferenceTexts.noDay).refine(isDay, preferenceTexts.noDay).nullable(),
      /** Unchanged if missing. */
      language: z.enum(languages, preferenceTexts.failed).optional(),
    },
    preferenceTexts.failed,
  )
  .refine((choice) => choice.email === true || choice.sms === true, preferenceTexts.noChannel)

/** Refuses a pause of many years, which is an opt-out; one that is over is no pause. */
export function pauseProblem(pausedUntil: string | null, today: string): string | null {
  return pausedUntil !== null && pausedUntil > addDays(today, PAUSE_DAYS_MAX) ? preferenceTexts.longPause : null
}
