import { useSyncExternalStore } from 'react'

/** Returns false until the page is hydrated. Before that, a submitted form would put the password into the URL. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
