// Remembers which request the current code works for, so that places can be shared fairly among callers (fair-semaphore.ts).
import { AsyncLocalStorage } from 'node:async_hooks'

/** A request from outside. */
export type Caller = { readonly id: string; readonly network: string }

const callers = new AsyncLocalStorage<Caller | undefined>()

export function asCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work)
}

/** Does what is for everybody, although one caller happened to be the first to need it: it must not wait for that caller's turn. */
export function asService<T>(work: () => T): T {
  return callers.run(undefined, work)
}

/** Returns nothing where the service works for itself. */
export function currentCaller(): Caller | undefined {
  return callers.getStore()
}

/** Returns under which name the current caller shares: their network, or nothing for the service itself. */
export function callerKey(): string {
  const caller = callers.getStore()
  return caller ? shareOf(caller.network) : ''
}

/** One customer can have 65,536 IPv6 networks: those share one turn, as the people behind one IPv4 address do. */
export function shareOf(network: string): string {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}
