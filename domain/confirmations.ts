import * as z from 'zod'
import { CONFIRMATION_TOKEN_MAX } from './limits.ts'
import { confirmationTexts } from './texts/follow.ts'

/** What the confirm page can show. */
export type ConfirmationState = 'loading' | 'success' | 'error' | 'expired'

/** Tokens are URL-safe text we made; anything else need not be looked up. */
export const confirmationToken = z
  .string(confirmationTexts.invalid)
  .max(CONFIRMATION_TOKEN_MAX, confirmationTexts.invalid)
  .regex(/^[A-Za-z0-9_-]+$/, confirmationTexts.invalid)

export const confirmationBody = z.object({ token: confirmationToken })
