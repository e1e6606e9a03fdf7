import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'

const Zone = createContext<string | null>(null)

/** Found once a page, and told without hurry: in a month some hundred events ask for it, and a click must not wait for them. */
export function ViewerZone({ children }: { children: ReactNode }) {
  const [zone, setZone] = useState<string | null>(null)
  useEffect(() => startTransition(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? null)), [])
  return <Zone value={zone}>{children}</Zone>
}

/** The zone of whoever looks; null until the page is theirs, for the server does not know it. */
export function useViewerZone(): string | null {
  return useContext(Zone)
}
