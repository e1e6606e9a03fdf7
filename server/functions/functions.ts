// /functions/v1: the named calls of the product. Each file has the name of its URL; this is their table.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#domain/errors.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { type MapsKeyOptions, mapsKey } from './maps-key.ts'

export type FunctionsOptions = MapsKeyOptions

export function createFunctions(options: FunctionsOptions) {
  const tooLarge = () => {
    throw new AppError('payload_too_large', 413, 'The body is too large')
  }
  return new Hono<IdentityVariables>()
    .use(bodyLimit({ maxSize: 256 * 1024, onError: tooLarge }))
    .on(['GET', 'POST'], '/maps-key', mapsKey(options))
    .all('*', () => {
      throw new AppError('not_found', 404, 'There is no such function')
    })
}
