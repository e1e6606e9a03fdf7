// Addresses that match what an admin typed, from the town's own Photon or Nominatim: where there is no maps key. Asked from
// here and not by the browser, so that the geocoder needs no door to the world and sees nobody.
import type { Handler } from 'hono'
import * as z from 'zod'
import { isOneLine, lengthOf } from '#domain/characters.ts'
import { AppError } from '#domain/errors.ts'
import type { GeocoderSettings } from '#runtime/config.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import { requireAdmin } from './admins.ts'
import type { FunctionContext } from './context.ts'
import { createGeocoder } from './geocoder.ts'

export type FindAddressOptions = Pick<FunctionContext, 'pool' | 'linkSecret'> & {
  geocoder: GeocoderSettings | undefined
}

export const shape = z.object({
  query: z
    .string('Type an address to look up')
    .trim()
    .refine((text) => lengthOf(text) >= 3, 'Type at least three characters')
    .refine((text) => lengthOf(text) <= 200 && isOneLine(text), 'This address is too long'),
})

export function findAddress({ pool, linkSecret, geocoder }: FindAddressOptions): Handler<IdentityVariables> {
  const limits = createLimits({ pool, secret: linkSecret })
  const find = geocoder && createGeocoder(geocoder)
  return async (c) => {
    const userId = await requireAdmin(pool, c.get('identity'))
    if (!find) throw new AppError('not_found', 404, "Address lookup isn't set up on this server")
    const { query } = await readJson(c, shape)
    await limits.take({ name: 'find-address', of: userId })
    return c.json({ addresses: await find(query) })
  }
}
