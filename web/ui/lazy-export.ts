import { type ComponentType, lazy } from 'react'
import { isOffline } from './is-offline.ts'

/**
 * Returns a component that is downloaded when it is first rendered: `lazyExport(() => import('./x.tsx'), 'X')`.
 * Without a connection it waits for one, below the banner that says so, unless the service worker has stored it.
 */
// biome-ignore lint/suspicious/noExplicitAny: React's own `lazy` takes components of any props.
export function lazyExport<Module extends Record<Name, ComponentType<any>>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const loadWhenOnline = async (error: unknown) => {
    if (!isOffline()) throw error
    await new Promise((online) => addEventListener('online', online, { once: true }))
    return load()
  }
  return lazy<Module[Name]>(async () => ({ default: (await load().catch(loadWhenOnline))[name] }))
}
