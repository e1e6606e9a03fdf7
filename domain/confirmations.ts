import * as z from 'zod'
import { CONFIRMATION_TOKEN_MAX } from './limits.ts'
import { confirmationTexts } from './texts/follow.ts'

/** The states of the confirm page. */
export type ConfirmationState = 'loading' | 'success' | 'error' | 'expired' | 'waiting'

/** Our tokens are URL-safe text; anything else is refused without a query. */
export const confirmationToken = z
  .string(confirmationTexts.invalid)
  .max(CONFIRMATION_TOKEN_MAX, confirmationTexts.invalid)
  .regex(/^[A-Za-z0-9_-]+$/, confirmationTexts.invalid)

export const confirmationBody = z.object({ token: confirmationToken })
