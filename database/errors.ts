// Why the database gave no answer, in the few words that callers can do something with. Recognised by code wherever there is one.

/**
 * `away`: not reachable, starting, stopping, or silent. `busy`: every connection or a row is held by others. `full`: it has no
 * room to write. Each passes, so the caller is asked to come back. `slow`: this very statement takes too long.
 */
export type Absence = 'away' | 'busy' | 'full' | 'slow'

export function absenceOf(error: unknown): Absence | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '' } = error as { code?: unknown }
  if (typeof code !== 'string') return undefined
  return (
    codes[code] ??
    classes[code.slice(0, 2)] ??
    (code === '' ? (messages[error.message] ?? hungUp(error)) : system(code))
  )
}

const codes: Record<string, Absence> = {
  '53100': 'full',
  // What a failed write or read of a file is; with a full disk they come together.
  '58030': 'full',
  '55P03': 'busy',
  '57014': 'slow',
}

const classes: Record<string, Absence> = { '08': 'away', '53': 'busy', '57': 'away' }

/** The driver's own errors have no code. */
const messages: Record<string, Absence> = {
  'timeout exceeded when trying to connect': 'busy',
  'timeout expired': 'away',
  'Query read timeout': 'away',
  'Client has encountered a connection error and is not queryable': 'away',
  'Client was closed and is not queryable': 'away',
}

function hungUp({ message }: Error): Absence | undefined {
  return message.startsWith('Connection terminated') ? 'away' : undefined
}

function system(code: string): Absence | undefined {
  return /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code) ? 'away' : undefined
}

/** Seconds after which it is worth trying again. */
export const retryAfter: Record<Absence, number> = { away: 2, busy: 2, slow: 5, full: 30 }
