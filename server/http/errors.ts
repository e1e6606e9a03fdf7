// Writes what went wrong before or beside a surface's own errors, in the dialect of that surface.
import type { Context } from 'hono'
import { outageOf, retryAfter } from '#database/errors.ts'
import { AppError } from '#domain/errors.ts'
import type { Log } from '#runtime/log.ts'
import type { RequestContext } from './request-context.ts'
import { withoutSecrets } from './request-log.ts'

export type Dialect = 'auth' | 'rest' | 'functions' | 'plain'

/** Our codes where PostgREST has one of its own for the same thing. */
const restCodes: Record<string, string> = {
  bad_jwt: 'PGRST301',
  jwt_expired: 'PGRST303',
  no_api_key: 'PGRST302',
  no_authorization: 'PGRST302',
}

export function dialectOf(path: string): Dialect {
  if (path.startsWith('/auth/v1')) return 'auth'
  if (path.startsWith('/rest/v1')) return 'rest'
  if (path.startsWith('/functions/v1')) return 'functions'
  return 'plain'
}

type ErrorAnswer = { status: number; headers: Record<string, string>; body: object }

/** Turns whatever was thrown into a response; an unexpected error is logged with the request's id. */
export function describeError(thrown: unknown, path: string, context: RequestContext, log: Log): ErrorAnswer {
  const error = thrown instanceof AppError ? thrown : unexpected(thrown, path, context, log)
  context.errorCode = error.code
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter)
  // The rest of the body was not read, so the connection cannot carry another request.
  if (error.status === 413) headers.connection = 'close'
  if (error.status === 401) headers['www-authenticate'] = 'Bearer'
  return { status: error.status, headers, body: body(error, dialectOf(path)) }
}

/** Does it for Hono. */
export function answerError(thrown: unknown, c: Context, log: Log): Response {
  const context = { id: c.get('requestId'), network: c.get('network') }
  const { body, ...init } = describeError(thrown, c.req.path, context, log)
  return Response.json(body, init)
}

function body(error: AppError, dialect: Dialect): object {
  const { code, message, status, details = null, hint = null } = error
  if (dialect === 'rest') return { code: restCodes[code] ?? code, message, details, hint }
  if (dialect === 'auth') return { code: status, error_code: code, msg: message }
  return { error: message, code }
}

function unexpected(thrown: unknown, path: string, { id: requestId }: RequestContext, log: Log): AppError {
  if (isLeaving(thrown)) return new AppError('validation_failed', 400, 'The body ended before its end')
  const outage = outageOf(thrown)
  if (outage) {
    const write = outage === 'full' ? 'error' : 'warn'
    log[write]({ outage, code: (thrown as { code?: string }).code, requestId }, 'the database gives no answer')
    const message = 'The service is busy. Please try again in a moment.'
    return new AppError('unavailable', 503, message, { retryAfter: retryAfter[outage] })
  }
  log.error({ err: thrown, requestId, path: withoutSecrets(path) }, 'unexpected error')
  return new AppError('unexpected_failure', 500, `Something went wrong on our side. Please try again. (${requestId})`)
}

/** The sender of a body left in the middle of it. The error has the same code as a database outage; these words are Node's. */
function isLeaving(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'aborted' && 'code' in thrown && thrown.code === 'ECONNRESET'
}
