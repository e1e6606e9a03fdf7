import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { createLimits } from '#server/http/limits.ts'
import { requireAdmin } from './admins.ts'
import { endpoint } from './endpoint.ts'

export const mapsKey = endpoint({
  summary: 'The key for the map of the address field.',
  who: ['signed in'],
  methods: ['GET', 'POST'],
  answer: z.object({ apiKey: z.string() }),
  limits: [],
  limitsInside: ['maps-key'],
  run: ({ pool, linkSecret, mapsKey }) => {
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ identity }) => {
      const userId = await requireAdmin(pool, identity)
      if (mapsKey === undefined) throw new AppError('not_found', 404, "Address lookup isn't set up on this server")
      await limits.take({ name: 'maps-key', of: userId })
      return { apiKey: mapsKey }
    }
  },
})
