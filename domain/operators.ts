import * as z from 'zod'
import { OPERATOR_REASON_MAX } from './limits.ts'
import { requiredText } from './text-rules.ts'
import { operatorRuleTexts as texts } from './texts/operators.ts'

// The forms of the operator's screen.

/** Each press says why; the history keeps it. */
export const operatorReason = requiredText({
  max: OPERATOR_REASON_MAX,
  label: texts.reason,
  required: texts.reasonRequired,
})

const typed = (required: string) => z.string().trim().min(1, required).max(300, required)

export const pressForm = z.looseObject({ reason: operatorReason, code: typed(texts.codeRequired).optional() })
export const claimForm = z.object({ code: typed(texts.codeRequired) })
export const addressForm = z.object({ address: typed(texts.addressRequired) })
export const calendarNumberForm = z.object({ calendar: typed(texts.numberRequired) })
