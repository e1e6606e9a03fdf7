import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { optOutToken } from '#domain/opt-out.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { readOptOutToken } from '#messages/mail-links.ts'
import { endpoint } from './endpoint.ts'
import { companionOf } from './opt-outs.ts'
import { shortened } from './preferences.ts'

const shape = z.object({ token: optOutToken })

export const getOptOut = endpoint({
  summary: 'What the link of an opt-out is about.',
  who: ['anyone'],
  body: shape,
  answer: z.object({ email: z.string(), calendar_id: z.guid(), phone: z.string().nullable() }),
  limits: [],
  run:
    ({ pool, linkSecret }) =>
    async ({ body }) => {
      const { token } = body
      const found = readOptOutToken(token, linkSecret)
      if (found === null) throw new AppError('invalid_signature', 403, preferenceTexts.invalidLink)
      const companion = await companionOf({ pool }, found)
      const phone = companion?.is_texted ? shortened(companion.phone) : null
      return { email: found.email, calendar_id: found.calendarId, phone }
    },
})
