import * as z from 'zod'
import { preferencesToken } from '#domain/preferences.ts'
import { endpoint } from './endpoint.ts'
import { addressOf, readPreferences } from './preferences.ts'

const shape = z.object({ token: preferencesToken })

export const getPreferences = endpoint({
  summary: "A follower's choices, by the token of a mail.",
  who: ['anyone'],
  body: shape,
  limits: ['preferences-network'],
  run: (context) => {
    const { pool } = context

    return ({ body }) => {
      const { token } = body
      return readPreferences(context, pool, addressOf(token, context))
    }
  },
})
