// What PostgreSQL refused, as PostgREST would answer it: the SQLSTATE stays the code, a status is found for it.
import { outageOf, raisedResponse, retryAfter } from '#database/errors.ts'
import { AppError, sqlState } from '#domain/errors.ts'
import { fail } from './errors.ts'

type DatabaseError = Error & {
  code: string
  severity: string
  detail?: string
  hint?: string
  constraint?: string
  column?: string
}

/** `anonymous`: the caller has not said who they are, so "not allowed" means "sign in first". */
export function fromDatabase(error: unknown, anonymous: boolean): AppError | undefined {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return undefined
  if (!isDatabaseError(error)) return fromConnection(error)
  const { code, message, hint } = error
  if (code === 'PGRST') return fromRaisedResponse(error)
  const outage = outageOf(error)
  // Its words name files.
  if (outage === 'full') return fail(sqlState(code), 503, 'The database cannot store anything now.', comeBack(error))
  return fail(sqlState(code), statusOf(code, message, anonymous), message, {
    details: safeDetail(error),
    hint,
    cause: error,
    retryAfter: outage && outage !== 'slow' ? retryAfter[outage] : undefined,
  })
}

/** Exact codes first, then classes. PostgREST answers 500 for some of these; a caller can provoke them, so we do not. */
const statuses: Record<string, number> = {
  '21000': 400,
  '23503': 409,
  '23505': 409,
  '23P01': 409,
  '25006': 405,
  '40001': 409,
  '40P01': 503,
  '42501': 403,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  // A view that cannot be written, above all.
  '55000': 405,
  '55P03': 503,
  '57014': 504,
  P0001: 400,
  P0002: 404,
  P0003: 400,
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 413,
  '55': 500,
  '57': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

function statusOf(code: string, message: string, anonymous: boolean): number {
  if (code === '42501' && anonymous) return 401
  // The one message we read: a token names a role that is gone, and 22023 is also every other bad parameter.
  if (code === '22023' && message.startsWith('role ')) return 401
  if (code.startsWith('PT')) return raisedStatus(Number(code.slice(2)))
  return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400
}

const raisedStatus = (status: number) => (Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500)

/**
 * A broken constraint's detail quotes stored values ("Key (email)=(x) already exists"), which may be another tenant's.
 * The detail of our own `raise` names no constraint and stays.
 */
function safeDetail(error: DatabaseError): string | undefined {
  return error.code.startsWith('23') && (error.constraint || error.column) ? undefined : error.detail
}

function fromRaisedResponse(error: DatabaseError): AppError {
  const raised = raisedResponse(error)
  if (!raised)
    return fail('PGRST121', 500, `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, { cause: error })
  return fail(sqlState(raised.code), raisedStatus(raised.status), raised.message, raised)
}

function fromConnection(error: Error): AppError | undefined {
  const outage = outageOf(error)
  if (outage === 'busy')
    return fail('PGRST003', 503, 'Timed out acquiring connection from connection pool.', comeBack(error))
  if (outage) return fail('PGRST001', 503, 'Database client error. Retrying the connection.', comeBack(error))
  return undefined
}

function comeBack(error: Error) {
  return { cause: error, retryAfter: retryAfter[outageOf(error) ?? 'away'] }
}

function isDatabaseError(error: Error): error is DatabaseError {
  return 'severity' in error && typeof (error as DatabaseError).code === 'string'
}
