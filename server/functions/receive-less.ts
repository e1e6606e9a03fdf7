import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { addDays, dayInZone } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { SHORT_PAUSE_DAYS } from '#domain/limits.ts'
import { optOutToken } from '#domain/opt-out.ts'
import { type LessChoice, lessChoices } from '#domain/opt-out-choices.ts'
import type { Choice } from '#domain/recipient-choices.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { readOptOutToken } from '#messages/mail-links.ts'
import { createLimits } from '#server/http/limits.ts'
import { endpoint } from './endpoint.ts'
import { readPreferences } from './preferences.ts'
import { savePreferencesOf } from './save-preferences.ts'

const shape = z.object({
  token: optOutToken,
  choice: z.enum(lessChoices, preferenceTexts.noTiming),
})

export const receiveLess = endpoint({
  summary: 'Fewer messages instead of an opt-out, by the token of its link.',
  who: ['anyone'],
  body: shape,
  answer: z.object({ status: z.literal('saved') }),
  limits: ['preferences-network'],
  limitsInside: ['preferences-address'],
  run: (context) => {
    const { pool, linkSecret, clock } = context
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ body }) => {
      const { token, choice } = body
      const link = readOptOutToken(token, linkSecret)
      if (link === null) throw new AppError('invalid_signature', 403, preferenceTexts.invalidLink)
      const { email, calendarId } = link
      await limits.take({ name: 'preferences-address', of: email })
      await inTransaction(pool, async (client) => {
        const { calendars } = await readPreferences(context, client, email)
        const now = calendars.find(({ id }) => id === calendarId)?.choice
        if (!now) throw new AppError('not_found', 404, preferenceTexts.notFollowed)
        const request = { calendar_id: calendarId, choice: { ...now, ...lessOf(choice, clock.now()) } }
        await savePreferencesOf(context, client, email, request)
      })
      return { status: 'saved' as const }
    }
  },
})

function lessOf(choice: LessChoice, now: Date): Partial<Choice> {
  switch (choice) {
    case 'weekly':
      return { timing: 'weekly' }
    case 'alerts':
      return { categories: ['Alert'] }
    case 'pause':
      return { paused_until: addDays(dayInZone(now, 'UTC'), SHORT_PAUSE_DAYS) }
  }
}
