// Personal access tokens: what a person chooses when creating one. `tbp_` marks them, so that scanners find one that leaked.
import * as z from 'zod'
import { isOneLine } from './characters.ts'
import { tokenScopes } from './token-scopes.ts'

export const ACCESS_TOKEN_PREFIX = 'tbp_'
export const ACCESS_TOKENS_MAX = 50

export const newAccessToken = z.object({
  name: z
    .string('Please give the token a name')
    .trim()
    .min(1, 'Please give the token a name')
    .max(100, 'The name can have at most 100 characters')
    .refine(isOneLine, 'The name must be one line'),
  /** Null: all calendars, also future ones. */
  calendar_ids: z
    .array(z.guid('calendar_ids must be ids of calendars'), 'calendar_ids must be a list, or null for all calendars')
    .min(1, 'Choose at least one calendar')
    .max(100, 'Choose at most 100 calendars')
    .nullable()
    .default(null),
  can_write: z.boolean().default(false),
  can_see_contacts: z.boolean().default(false),
  scopes: z
    .array(z.enum(tokenScopes, `scopes can have ${tokenScopes.join(', ')}`), 'scopes must be a list')
    .max(tokenScopes.length, 'scopes names something twice')
    .default([]),
  expires_in_days: z.int().min(1).max(365).default(90),
})
