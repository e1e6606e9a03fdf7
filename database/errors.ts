// Classifies errors of the database that are not the caller's fault. Recognised by code wherever there is one.

/**
 * `away`: unreachable, starting, stopping or silent. `busy`: all connections or a row are in use. `full`: the disk is full.
 * These pass, so that the caller should retry. `slow`: this statement takes too long.
 */
export type Outage = 'away' | 'busy' | 'full' | 'slow'

export function outageOf(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '' } = error as { code?: unknown }
  if (typeof code !== 'string') return undefined
  return (
    codes[code] ??
    classes[code.slice(0, 2)] ??
    (code === '' ? (messages[error.message] ?? hungUp(error)) : system(code))
  )
}

/** It is a standby now, or was set to read-only. */
export const isReadOnly = (error: unknown) => (error as { code?: unknown }).code === '25006'

const codes: Record<string, Outage> = {
  '53100': 'full',
  // A failed read or write of a file, which a full disk causes too.
  '58030': 'full',
  '40P01': 'busy',
  '55P03': 'busy',
  '57014': 'slow',
}

const classes: Record<string, Outage> = { '08': 'away', '53': 'busy', '57': 'away' }

/** The driver's own errors have no code. */
const messages: Record<string, Outage> = {
  'timeout exceeded when trying to connect': 'busy',
  'timeout expired': 'away',
  'Query read timeout': 'away',
  'Client has encountered a connection error and is not queryable': 'away',
  'Client was closed and is not queryable': 'away',
}

function hungUp({ message }: Error): Outage | undefined {
  return message.startsWith('Connection terminated') ? 'away' : undefined
}

function system(code: string): Outage | undefined {
  return /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code) ? 'away' : undefined
}

/** Seconds to wait before a retry. */
export const retryAfter: Record<Outage, number> = { away: 2, busy: 2, slow: 5, full: 30 }

export type RaisedResponse = {
  code: string
  status: number
  message: string
  details?: string
  hint?: string
  retryAfter?: number
}

/** `raise sqlstate 'PGRST'` with JSON in message and detail lets a function write the whole answer; of headers, Retry-After. */
export function raisedResponse({ message, detail }: { message: string; detail?: string }): RaisedResponse | undefined {
  try {
    const { code, message: says, details, hint } = JSON.parse(message)
    const { status, headers } = JSON.parse(detail ?? '')
    const wait = Number(headers?.['Retry-After'])
    return { code: String(code), status, message: String(says), details, hint, ...(wait > 0 && { retryAfter: wait }) }
  } catch {
    return undefined
  }
}
