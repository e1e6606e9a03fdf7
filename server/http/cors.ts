// Callers hold no cookies, only headers that a page must be given, so any origin may call the APIs.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hours, inSeconds } from '#domain/durations.ts'

const exposed = [
  'content-range',
  'content-location',
  'location',
  'preference-applied',
  'retry-after',
  'x-request-id',
  'x-supabase-api-version',
].join(',')

const preflightHeaders = {
  'access-control-allow-methods': 'GET,HEAD,PUT,POST,DELETE,PATCH',
  'access-control-max-age': String(inSeconds(hours(1))),
  vary: 'access-control-request-headers',
}

/** Allows the origin; answers a preflight request, and returns whether it did. */
export function anyOrigin({ method, headers }: IncomingMessage, outgoing: ServerResponse): boolean {
  outgoing.setHeader('access-control-allow-origin', '*')
  outgoing.setHeader('access-control-expose-headers', exposed)
  if (method !== 'OPTIONS') return false
  const requested = headers['access-control-request-headers']
  outgoing
    .writeHead(204, { ...preflightHeaders, ...(requested && { 'access-control-allow-headers': requested }) })
    .end()
  return true
}
