import * as z from 'zod'
import { isOneLine, lengthOf } from '#domain/characters.ts'
import { AppError } from '#domain/errors.ts'
import { createLimits } from '#server/http/limits.ts'
import { requireAdmin } from './admins.ts'
import { endpoint } from './endpoint.ts'
import { createGeocoder } from './geocoder.ts'

const shape = z.object({
  query: z
    .string('Type an address to look up')
    .trim()
    .refine((text) => lengthOf(text) >= 3, 'Type at least three characters')
    .refine((text) => lengthOf(text) <= 200 && isOneLine(text), 'This address is too long'),
})

export const findAddress = endpoint({
  summary: 'Addresses that begin like a text.',
  who: ['signed in'],
  body: shape,
  answer: z.object({
    addresses: z.array(z.object({ address: z.string(), latitude: z.number(), longitude: z.number() })),
  }),
  limits: [],
  limitsInside: ['find-address'],
  run: ({ pool, linkSecret, geocoder }) => {
    const limits = createLimits({ pool, secret: linkSecret })
    const find = geocoder && createGeocoder(geocoder)
    return async ({ body, identity }) => {
      const userId = await requireAdmin(pool, identity)
      if (!find) throw new AppError('not_found', 404, "Address lookup isn't set up on this server")
      const { query } = body
      await limits.take({ name: 'find-address', of: userId })
      return { addresses: await find(query) }
    }
  },
})
