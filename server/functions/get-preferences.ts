import * as z from 'zod'
import { preferencesToken } from '#domain/preferences.ts'
import { proveAddress } from '#server/http/proved-addresses.ts'
import { endpoint } from './endpoint.ts'
import { addressOf, channelOf, preferencesShape, readPreferences } from './preferences.ts'

const shape = z.object({ token: preferencesToken })

export const getPreferences = endpoint({
  summary: "A follower's choices, by the token of a mail.",
  who: ['anyone'],
  body: shape,
  answer: preferencesShape,
  limits: ['preferences-network'],
  run: (context) => {
    const { pool } = context

    return ({ c, body }) => {
      const address = addressOf(body.token, context)
      if (channelOf(address) === 'email') proveAddress(context, c, address)
      return readPreferences(context, pool, address)
    }
  },
})
