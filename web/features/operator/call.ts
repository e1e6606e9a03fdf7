import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClients } from '#web/api/clients.ts'
import { RequestError } from '#web/api/request-errors.ts'
import { messageFor } from '#web/api/server-messages.ts'
import { useSettings } from '#web/api/settings.ts'
import { operatorTexts } from './texts.ts'

// Requests of the operator's screen. Here and not in api/clients.ts, which every signed-in screen downloads.

/** Calls /operator/v1: with a body by POST, otherwise by GET. Throws a RequestError with a sentence for the person. */
export function useOperatorCall() {
  const { auth } = useClients()
  const { publishableKey } = useSettings()
  return async function call<Data>(path: string, body?: object): Promise<Data> {
    const { data } = await auth.getSession()
    const headers = {
      apikey: publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    }
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = await fetch(`/operator/v1/${path}`, { headers, ...sent }).catch(() => null)
    if (!answer) throw new RequestError({ status: 0, code: 'failed', message: operatorTexts.unreachable })
    if (answer.ok) return answer.json()
    const { code = '', error = '' } = await answer.json().catch(() => ({}))
    const said = messageFor({
      code,
      status: answer.status,
      message: error,
      retryAfter: answer.headers.get('retry-after'),
    })
    const errors: Record<string, string> = operatorTexts.errors
    throw new RequestError({ status: answer.status, code, message: errors[code] ?? said ?? '' })
  }
}

const KEY: QueryKey = ['operator']

/** Reads what a tab shows. */
export function useOperatorRead<Data>(path: string, body?: object, { enabled = true, refetchMs = 0 } = {}) {
  const call = useOperatorCall()
  return useQuery<Data>({
    queryKey: [...KEY, path, body],
    queryFn: () => call<Data>(path, body),
    enabled,
    refetchInterval: refetchMs || false,
  })
}

/** A press may change what any tab shows. */
export function useReadAgain() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: KEY })
}
