// One line in the log for each request: what was requested, how it ended, how long it took. The path is logged without its query,
// which may hold addresses and tokens.
import type { Log } from '#runtime/log.ts'
import type { FinishedRequest } from './request-context.ts'

export function logRequest(log: Log, { id, method, path, status, ms }: FinishedRequest): void {
  // Probes come every few seconds, and say something only when they fail.
  const level = probes.has(path) && status < 400 ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  log[level]({ requestId: id, method, status, path: withoutSecrets(path), ms: Math.round(ms) }, 'request')
}

const probes = new Set(['/health', '/ready', '/metrics'])

/**
 * Cuts out secrets. An invite code and a member's feed are keys to a calendar; the router takes INVITE for invite, so this does too. And
 * a made-up path can hold anything: what looks like an address, a phone number or a token is not logged.
 */
export function withoutSecrets(path: string): string {
  const named = path.replace(/^\/+(invite|feed)\/.+/i, '/$1/…')
  const parts = named.split('/').map((part) => (isSecret(part) ? '…' : part))
  return parts.join('/').slice(0, 200)
}

/** Checks the length first: looking for a token in every id of every path took 4 % of a cached page. */
function isSecret(part: string): boolean {
  return /@|%40|\+\d{7}|%2B\d{7}/i.test(part) || (part.length >= 40 && /[\w-]{40}/.test(part))
}
