import { type FunctionFailure, functionFailure } from './function-errors.ts'
import { createFunctions } from './public-functions.ts'
import type { PublicSettings } from './settings.ts'

export type GuestAnswer<Data> = { data: Data; problem: null } | { data: null; problem: string }

/** What a call says when it fails. */
export interface Refusals {
  failed: string
  /** By code, where the server's own sentence does not fit. */
  problems?: Record<string, string>
}

/** Calls a named function without an account. */
export async function callAsGuest<Data>(
  { publishableKey }: PublicSettings,
  name: string,
  body: object,
  refusals: Refusals,
): Promise<GuestAnswer<Data>> {
  const functions = createFunctions({ url: location.origin, key: publishableKey })
  const { data, error } = await functions.invoke<Data>(name, { body: body as Record<string, unknown> })
  if (!error && data !== null) return { data, problem: null }
  return { data: null, problem: problemOf(await functionFailure(error), refusals) }
}

/** The server's message is for the person, for example about a rate limit, unless the failure is ours. */
export function problemOf({ code, status, message }: FunctionFailure, { problems = {}, failed }: Refusals): string {
  return problems[code ?? ''] ?? (status !== null && status < 500 && message ? message : failed)
}
