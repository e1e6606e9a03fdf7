// Photon and Nominatim, each in its own dialect.
import * as z from 'zod'
import { PRODUCT_NAME } from '#domain/company.ts'
import { seconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { EVENT_LOCATION_MAX } from '#domain/limits.ts'
import type { GeocoderSettings } from '#runtime/config.ts'

export type FoundAddress = { address: string; latitude: number; longitude: number }

const LIMIT = 5

export function createGeocoder({ kind, url }: GeocoderSettings): (query: string) => Promise<FoundAddress[]> {
  const { path, parse } = dialects[kind]
  return async (query) => {
    try {
      const response = await fetch(new URL(path(encodeURIComponent(query.toWellFormed())), url), {
        headers: { 'user-agent': PRODUCT_NAME, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(seconds(5)),
      })
      if (!response.ok) throw new Error(`the geocoder answered ${response.status}`)
      return parse(await response.json())
        .filter(isUsable)
        .slice(0, LIMIT)
    } catch (cause) {
      throw new AppError('unavailable', 503, "We can't look up addresses right now. Please type the address.", {
        cause,
      })
    }
  }
}

type Dialect = { path: (query: string) => string; parse: (answer: unknown) => FoundAddress[] }

const text = z.string().optional()
const photonAnswer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({ name: text, housenumber: text, street: text, city: text, state: text, postcode: text }),
    }),
  ),
})
const nominatimAnswer = z.array(z.object({ display_name: z.string(), lat: z.coerce.number(), lon: z.coerce.number() }))

const dialects: Record<GeocoderSettings['kind'], Dialect> = {
  photon: {
    path: (query) => `/api?q=${query}&limit=${LIMIT}`,
    parse: (answer) =>
      photonAnswer.parse(answer).features.map(({ geometry, properties: p }) => {
        const street = [p.housenumber, p.street].filter(Boolean).join(' ')
        const parts = [
          p.name === p.street ? '' : p.name,
          street,
          p.city,
          [p.state, p.postcode].filter(Boolean).join(' '),
        ]
        const [longitude, latitude] = geometry.coordinates
        return { address: parts.filter(Boolean).join(', '), latitude, longitude }
      }),
  },
  nominatim: {
    path: (query) => `/search?q=${query}&format=jsonv2&limit=${LIMIT}`,
    parse: (answer) =>
      nominatimAnswer
        .parse(answer)
        .map(({ display_name, lat, lon }) => ({ address: display_name, latitude: lat, longitude: lon })),
  },
}

/** What an event could be saved with. */
function isUsable({ address, latitude, longitude }: FoundAddress): boolean {
  return (
    address !== '' && address.length <= EVENT_LOCATION_MAX && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  )
}
