// Structured lines on standard output. Nothing personal belongs in them: no address, phone, token or password. Callers log
// ids and codes; what slips through in well-known places is cut out here.
import { pino } from 'pino'
import { standardOutput } from './standard-output.ts'

export type Log = Pick<import('pino').Logger, 'isLevelEnabled' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

const secret = new Set([
  'password',
  'token',
  'access_token',
  'refresh_token',
  'email',
  'phone',
  'authorization',
  'apikey',
  'to',
  'address',
])

export function createLog(level: string, destination: { write(line: string): void } = standardOutput): Log {
  const options = {
    level,
    base: { pid: process.pid },
    formatters: { log: (line: Record<string, unknown>) => cutSecrets(line) },
    serializers: { err: describeError },
    timestamp: pinoTime,
  }
  return pino(options, destination)
}

/** One level deep. Pino's own way reads its twenty paths anew for every line: 6 of the 47 µs of script that a month takes in a loop. */
function cutSecrets(line: Record<string, unknown>, deeper = true): Record<string, unknown> {
  const safe: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(line))
    safe[name] = secret.has(name) ? '[cut]' : deeper && hasFields(value) ? cutSecrets(value, false) : value
  return safe
}

/** What is written field by field, whatever made it: not a list or a date, and not an error, which is described below. */
function hasFields(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Error) &&
    !('toJSON' in value)
  )
}

const pinoTime = () => `,"time":"${new Date().toISOString()}"`

/** A database error's detail and a mail server's answer can quote addresses, so only the code and where it arose are kept. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, code, cause } = error as Error & { code?: string }
  const safe = name === 'AppError' || name === 'TypeError' || name === 'RangeError' || name === 'ReferenceError'
  return {
    type: name,
    code,
    message: safe || code === undefined ? withoutAddresses(error.message) : undefined,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .slice(0, 8)
      .map((line) => line.trim()),
    cause: cause instanceof Error ? { type: cause.name, code: (cause as { code?: string }).code } : undefined,
  }
}

function withoutAddresses(message: string): string {
  return message.replace(/[^\s@<>"']+@[^\s@<>"']+/g, '[address]').replace(/\+?\d[\d ()-]{8,}\d/g, '[number]')
}
