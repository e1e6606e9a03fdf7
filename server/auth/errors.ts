// Errors as the clients of Supabase Auth read them. They say which of two shapes they know by a header with a date.
import { isAppError } from '#domain/errors.ts'

const VERSION_HEADER = 'x-supabase-api-version'
const VERSION = '2024-01-01'

export function authError(error: unknown, request: Request): Response {
  const { code, status, message, details, retryAfter } = describe(error)
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  // The rest of the body is not read, so nothing else can follow on this connection; without this
  // header the client would send its next request into a closed one.
  if (status === 413) headers.set('connection', 'close')
  const weak = code === 'weak_password' ? { weak_password: details } : {}
  const body = { error_code: code, msg: message, ...weak }
  if (!knowsVersion(request)) return Response.json({ code: status, ...body }, { status, headers })
  // The older names stay: a page of another origin may not read the header with the version.
  headers.set(VERSION_HEADER, VERSION)
  return Response.json({ code, message, ...body }, { status, headers })
}

function describe(error: unknown) {
  if (!isAppError(error))
    return { code: 'unexpected_failure', status: 500, message: 'Something went wrong on our side' }
  const { code, status, message, details, retryAfter } = error
  // In this API every invalid token is one error with one status.
  if (code === 'bad_jwt' || code === 'jwt_expired')
    return { code: 'bad_jwt', status: 403, message: `invalid JWT: ${message}` }
  return { code, status, message, details, retryAfter }
}

function knowsVersion(request: Request): boolean {
  const asked = request.headers.get(VERSION_HEADER) ?? ''
  // Dates in this form sort as text.
  return /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= VERSION
}
