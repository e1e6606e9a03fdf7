// Calls a provider's HTTP API and tells apart what was certainly refused from what may have gone through.
import { seconds } from '#domain/durations.ts'
import { notSent } from './outcome.ts'

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

/** Returns answers below 500, and throws `notSent` for everything else. */
export async function callProvider(url: string, init: RequestInit, timeoutMs = seconds(30)): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const code = codeOf(error)
    // Without a connection nothing can have left; after one, the request may have been processed.
    const isCarrier = NEVER_CONNECTED.has(code)
    throw notSent('temporary', code, isCarrier ? { isCarrier } : { mayHaveLeft: true })
  }
  const text = await response.text().catch(() => '')
  if (response.status >= 500) throw notSent('temporary', String(response.status), { mayHaveLeft: true })
  return { status: response.status, headers: response.headers, body: parsed(text) }
}

/** Reads `Retry-After`, in seconds or as a date; a minute if it is missing. */
export function retryAfter(headers: Headers): number {
  const value = headers.get('retry-after') ?? ''
  const wait = /^\d+$/.test(value) ? seconds(Number(value)) : Date.parse(value) - Date.now()
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, seconds(3600)) : seconds(60)
}

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function codeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name ?? 'unexpected'
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
