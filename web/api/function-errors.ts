import { FunctionsHttpError } from '@supabase/functions-js'
import type { Clients } from './clients.ts'
import { RequestError } from './request-errors.ts'
import { messageFor } from './server-messages.ts'

/** Calls a named function and throws its error as a RequestError, like the data API's: both use the same codes. */
export async function invoke<Data>(
  { functions }: Pick<Clients, 'functions'>,
  name: string,
  body: object,
): Promise<Data> {
  const { data, error } = await functions.invoke<Data>(name, { body: body as Record<string, unknown> })
  if (!error && data !== null) return data
  const { code, message, status } = await functionFailure(error)
  throw new RequestError({ status: status ?? 0, code: code ?? 'failed', message: message ?? '' })
}

/** Describes why a named function refused. */
export interface FunctionFailure {
  /** A code of domain/errors.ts, when the server gave one. */
  code: string | null
  /** A sentence for the person, when the server gave one; null when the server could not be reached. */
  message: string | null
  status: number | null
}

/** Reads the response behind the error that `functions.invoke` returns. */
export async function functionFailure(error: unknown): Promise<FunctionFailure> {
  if (!(error instanceof FunctionsHttpError) || !(error.context instanceof Response)) {
    return { code: null, message: null, status: null }
  }
  const response = error.context
  const body = await response.json().catch(() => null)
  const { status } = response
  const code = textOf(body?.code)
  const message = textOf(body?.error) ?? textOf(body?.message)
  return {
    code,
    status,
    message: messageFor({ code, status, message, retryAfter: response.headers.get('retry-after') }),
  }
}

/** Returns the server's message about when to retry, if a rate limit was the reason. */
export function waitMessage({ status, message }: FunctionFailure): string | null {
  return status === 429 ? message : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
