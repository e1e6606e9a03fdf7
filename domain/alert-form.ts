// The rules of the form that sends an alert or a follow-up. The database has them, too.

import * as z from 'zod'
import { isConfirmed, needsConfirming } from './alerts.ts'
import { lengthOf } from './characters.ts'
import { days } from './durations.ts'
import type { AlertKind } from './event-changes.ts'
import { ALERT_UPDATE_MAX, EVENT_DAYS_MAX, EVENT_DESCRIPTION_MAX, EVENT_TITLE_MAX } from './limits.ts'
import { alertTexts } from './texts/alerts.ts'

interface Given {
  kind: AlertKind
  now: Date
  /** Null is over already. */
  end: Date | null
  people: number
  /** The calendar's. */
  name: string
}

export function alertForm({ kind, now, end, people, name }: Given) {
  const most = kind === 'alert' ? EVENT_DESCRIPTION_MAX : ALERT_UPDATE_MAX
  const typed = z.string().refine((text) => !needsConfirming(people) || isConfirmed(text, people, name), {
    error: alertTexts.confirmMissing,
  })
  return z.object({
    headline: needed(EVENT_TITLE_MAX, alertTexts.headlineMissing, alertTexts.headlineLong),
    message: needed(most, alertTexts.messageMissing, alertTexts.messageLong(most)),
    day: z.unknown().superRefine((_, context) => {
      const problem = kind === 'all_clear' ? null : endProblem(now, end)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    }),
    typed,
  })
}

function needed(max: number, missing: string, long: string) {
  return z
    .string()
    .trim()
    .refine((text) => text !== '', missing)
    .refine((text) => lengthOf(text) <= max, long)
}

function endProblem(now: Date, end: Date | null): string | null {
  if (!end) return alertTexts.untilPast
  return end.getTime() - now.getTime() > days(EVENT_DAYS_MAX) ? alertTexts.untilLong : null
}
