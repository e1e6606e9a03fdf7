import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { messageFor } from './server-messages.ts'

/** Reports that the data API refused a request, or could not be reached (status 0). */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: number
  /** A SQLSTATE, one of ours (TB0xx) or PostgREST's. */
  readonly code: string
  readonly details: string | null

  constructor({ status, code, message, details }: { status: number; code: string; message: string; details?: string }) {
    super(message)
    this.status = status
    this.code = code
    this.details = details || null
  }
}

/** Returns the data of a response; throws a RequestError, which the query cache and the toasts can read. */
export async function dataOf<Data>(request: PromiseLike<PostgrestSingleResponse<Data>>): Promise<Data> {
  const { data, error, status } = await request
  if (error) throw refusedWith(error, status)
  return data as Data
}

/** Describes a refusal of the data API, in the language of this build. */
export function refusedWith(
  error: { code: string; message: string; details: string; hint?: string },
  status: number,
): RequestError {
  const { code, details } = error
  const retryAfter = status === 429 ? (error.hint ?? null) : null
  return new RequestError({ status, code, message: messageFor({ ...error, status, retryAfter }) ?? '', details })
}

/** Returns the server's message, or null when there is none that a person could use. */
export function serverMessage(error: unknown): string | null {
  return error instanceof RequestError && error.status > 0 && error.message ? error.message : null
}

export function codeOf(error: unknown): string | null {
  return error instanceof RequestError ? error.code : null
}

/** Returns an "Error" toast with the server's message, or with the fallback's. */
export function errorToast<Message extends { title: string; body: string }>(error: unknown, fallback: Message) {
  return { ...fallback, body: serverMessage(error) ?? fallback.body }
}
