import { useSyncExternalStore } from 'react'

/** False in the page as the server sent it. A form sent then would put what was typed into the address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
