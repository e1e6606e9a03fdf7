import * as z from 'zod'
import { isDay } from '../dates.ts'
import { repeatFieldTexts } from '../texts/recurrence.ts'
import { monthlyWays, repeatEnds, repeatKinds } from './choice.ts'
import { COUNT_MAX, INTERVAL_MAX } from './rule.ts'

/** Ignores fields that the chosen kind does not use. */
export const repeatForm = z
  .object({
    kind: z.enum(repeatKinds),
    interval: z.coerce.number<number>(),
    weekdays: z.array(z.coerce.number<number>().int().min(0).max(6)),
    monthly: z.enum(monthlyWays),
    ends: z.enum(repeatEnds),
    until: z.string(),
    count: z.coerce.number<number>(),
    custom: z.string(),
  })
  .superRefine(({ kind, interval, ends, until, count }, context) => {
    if (kind === 'never' || kind === 'custom') return
    const wrong = (field: string, message: string) => context.addIssue({ code: 'custom', message, path: [field] })
    if (!isNumberUpTo(interval, INTERVAL_MAX)) wrong('interval', repeatFieldTexts.notUpTo(INTERVAL_MAX))
    if (ends === 'on' && !isDay(until)) wrong('until', repeatFieldTexts.noLastDate)
    if (ends === 'after' && !isNumberUpTo(count, COUNT_MAX)) wrong('count', repeatFieldTexts.notUpTo(COUNT_MAX))
  })

function isNumberUpTo(number: number, max: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= max
}
