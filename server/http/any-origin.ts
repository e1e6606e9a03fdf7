// Callers hold no cookies, only headers that a page must be given, so any origin may ask.
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { addHeaders } from './late-headers.ts'

const exposed = [
  'content-range',
  'content-location',
  'location',
  'preference-applied',
  'retry-after',
  'x-request-id',
  'x-supabase-api-version',
]
const preflight = cors({ origin: '*', exposeHeaders: exposed, maxAge: 3600 })
export const allowed = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', exposed.join(',')],
] as const

/** Answers get their two headers when they are made: what is set before makes Hono copy the answer, its body as a stream. */
export const anyOrigin = createMiddleware(async (c, next) => {
  if (c.req.method === 'OPTIONS') return preflight(c, next)
  await next()
  addHeaders(c, allowed)
})
