// Structured lines on standard output. Nothing personal belongs in them: no address, phone, token or password. Callers log
// ids and codes; what slips through in well-known places is cut out here.
import { pino } from 'pino'
import { standardOutput } from './standard-output.ts'

export type Log = Pick<import('pino').Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

const secret = [
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
]

export function createLog(level: string, destination: { write(line: string): void } = standardOutput): Log {
  const options = {
    level,
    base: { pid: process.pid },
    redact: { paths: [...secret, ...secret.map((name) => `*.${name}`)], censor: '[cut]' },
    serializers: { err: describeError },
    timestamp: pinoTime,
  }
  return pino(options, destination)
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
