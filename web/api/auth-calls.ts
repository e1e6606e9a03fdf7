import type { ClientOptions } from './public-functions.ts'
import { RequestError } from './request-errors.ts'
import { messageFor } from './server-messages.ts'

/** Calls endpoints of /auth/v1 that the official client does not know. Throws a RequestError with the server's message. */
export function createAuthCalls({ url, key, fetch = globalThis.fetch }: ClientOptions) {
  return async function callAuth(method: string, path: string, body?: unknown): Promise<Response> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { apikey: key, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/auth/v1${path}`, { method, headers, ...json })
    if (answer.ok) return answer
    const { error_code: code = '', msg: message = '' } = await answer.json().catch(() => ({}))
    const { status, headers: answered } = answer
    const said = messageFor({ code, status, message, retryAfter: answered.get('retry-after') })
    throw new RequestError({ status, code, message: said ?? '' })
  }
}
