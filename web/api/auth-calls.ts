import type { ClientOptions } from './public-functions.ts'
import { RequestError } from './request-errors.ts'

/** Calls endpoints of /auth/v1 that the official client does not know. Throws a RequestError with the server's message. */
export function createAuthCalls({ url, key, fetch = globalThis.fetch }: ClientOptions) {
  return async function callAuth(method: string, path: string, body?: unknown): Promise<Response> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { apikey: key, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/auth/v1${path}`, { method, headers, ...json })
    if (answer.ok) return answer
    const { error_code: code = '', msg: message = '' } = await answer.json().catch(() => ({}))
    throw new RequestError({ status: answer.status, code, message })
  }
}
