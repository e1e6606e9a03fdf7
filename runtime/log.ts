// Structured lines on standard output. Nothing personal belongs in them: no address, phone, token or password. Callers log
// ids and codes; what slips through under a well-known name is redacted here.
import { pino } from 'pino'
import { redactAddresses } from './redact-addresses.ts'
import { standardOutput } from './standard-output.ts'

export type Log = Pick<import('pino').Logger, 'isLevelEnabled' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Field names that are redacted at the top of a line and one level deeper. */
const personal = new Set([
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
    formatters: { log: redact },
    serializers: { err: describeError },
    timestamp: pinoTime,
  }
  return pino(options, destination)
}

/** Replaces pino's `redact`, whose `*.name` paths took 12 % of a cached page. */
function redact(fields: object): Record<string, unknown> {
  const safe: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (personal.has(name)) safe[name] = '[redacted]'
    else safe[name] = isNested(value) ? redactTop(value) : value
  }
  return safe
}

function redactTop(fields: object): object {
  const entries = Object.entries(fields)
  return Object.fromEntries(entries.map(([name, value]) => [name, personal.has(name) ? '[redacted]' : value]))
}

/** Errors have a serializer; dates and lists serialize themselves. */
function isNested(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return !(value instanceof Error || value instanceof Date || Array.isArray(value))
}

const pinoTime = () => `,"time":"${new Date().toISOString()}"`

/** A database error's detail and a mail server's answer can quote addresses, so only the code and the stack are logged. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, code, cause } = error as Error & { code?: string }
  const safe = name === 'AppError' || name === 'TypeError' || name === 'RangeError' || name === 'ReferenceError'
  return {
    type: name,
    code,
    message: safe || code === undefined ? redactNumbers(redactAddresses(error.message)) : undefined,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .slice(0, 8)
      .map((line) => line.trim()),
    cause: cause instanceof Error ? { type: cause.name, code: (cause as { code?: string }).code } : undefined,
  }
}

function redactNumbers(message: string): string {
  return message.replace(/\+?\d[\d ()-]{8,}\d/g, '[number]')
}
